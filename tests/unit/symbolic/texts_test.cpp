// Texts by number: equal ones are one, whoever makes them; what is only said is kept nowhere.
#include "symbolic/texts.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <thread>
#include <vector>

#include "symbolic/said_text.hpp"

using namespace sunder::symbolic;

TEST_CASE("equal texts have equal numbers, in all threads") {
  const auto texts = std::make_shared<Texts>();
  CHECK(texts->number("") == 0);
  constexpr int count = 2000;
  std::vector<std::vector<double>> found(4, std::vector<double>(count));
  std::vector<std::thread> threads;
  for (std::size_t k = 0; k < found.size(); ++k)
    threads.emplace_back([&, k] {
      for (int i = 0; i < count; ++i)
        found[k][static_cast<std::size_t>(i)] = texts->number(std::to_string(k % 2 == 0 ? i : count - 1 - i));
    });
  for (std::thread& thread : threads) thread.join();
  CHECK(found[0] == found[2]);
  CHECK(found[1] == found[3]);
  for (int i = 0; i < count; ++i) {
    CHECK(found[0][static_cast<std::size_t>(i)] == found[1][static_cast<std::size_t>(count - 1 - i)]);
    CHECK(texts->at(found[0][static_cast<std::size_t>(i)]) == std::to_string(i));
  }
  CHECK(texts->at(1e9).empty());
}

TEST_CASE("texts that are made without end have no number some day; those that are known keep theirs") {
  const auto texts = std::make_shared<Texts>();
  double first = -1;
  std::size_t made = 0;
  for (; made < 2'000'000; ++made) {
    const double number = texts->number(std::to_string(made));
    if (made == 0) first = number;
    if (std::isnan(number)) break;
  }
  CHECK(made > 1'000'000);
  CHECK(made < 2'000'000);
  CHECK(texts->number("0") == first);
}

TEST_CASE("what is only said takes no place among the texts") {
  const auto texts = std::make_shared<Texts>();
  TextPattern pattern;
  pattern.parts = {"x = ", "!"};
  pattern.formats.emplace_back();
  const SaidText said(texts, pattern);
  for (int round = 0; round < 3; ++round) {
    forget_said();
    const double a = said.value(std::vector<double>{0.5}), b = said.value(std::vector<double>{0.25});
    CHECK(texts->at(a) == "x = 0.5!");
    CHECK(texts->at(b) == "x = 0.25!");
    CHECK(b == -2);
  }
  CHECK(texts->number("new") == 1);
}

TEST_CASE("String() as the language has it") {
  TextFormat format;
  CHECK(written(format, 0.1, nullptr) == "0.1");
  format.digits = 3;
  CHECK(written(format, 1234.5, nullptr) == "1.23e+03");
  format.length = 10;
  format.left = false;
  CHECK(written(format, 2, nullptr) == "         2");
  TextFormat formatted;
  formatted.format = ".2f";
  CHECK(written(formatted, 1.005, nullptr) == "1.00");
  formatted.kind = TextFormat::Kind::integer;
  formatted.format = "5d";
  CHECK(written(formatted, 42, nullptr) == "   42");
  formatted.format = "d";
  CHECK(written(formatted, 1e300, nullptr).size() < 400);  // beyond what C can convert
  TextFormat choice;
  choice.kind = TextFormat::Kind::enumeration;
  choice.literals = {"a", "b"};
  CHECK(written(choice, 2, nullptr) == "b");
  CHECK(written(choice, 3, nullptr) == "3");
}
