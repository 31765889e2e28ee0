// Each verifier of the front end's representations, on a sound one and on the same one broken by hand.
#include <doctest/doctest.h>

#include <functional>

#include "base/source.hpp"
#include "ir/ast.hpp"
#include "ir/flat.hpp"
#include "ir/instance.hpp"

using namespace sunder;

namespace {

// ---------------------------------------------------------------- ast

/// model M Real x; equation x = a + 1; end M;
struct Tree {
  std::string text = "model M Real x; equation x = a + 1; end M;";
  ast::File file;
  ast::Class* model = nullptr;
  ast::Equation* equation = nullptr;
  ast::Expression *left = nullptr, *sum = nullptr;

  Span span(std::string_view part) const {
    const auto begin = static_cast<std::uint32_t>(text.find(part));
    return {FileId(0), begin, begin + static_cast<std::uint32_t>(part.size())};
  }
  ast::Identifier name(std::string_view part) const {
    return {std::string_view(text).substr(text.find(part), part.size()), span(part)};
  }
  template <class T>
  std::span<T> list(const std::vector<T>& items) {
    return file.arena->copy(items);
  }
  ast::Expression* reference(std::string_view part) {
    auto* e = file.arena->make<ast::Expression>();
    e->kind = ast::ExpressionKind::reference;
    e->span = span(part);
    e->reference.parts = list<ast::ReferencePart>({{name(part), {}, span(part)}});
    return e;
  }

  Tree() {
    file.source = FileId(0);
    file.arena = std::make_unique<Arena>();
    auto* one = file.arena->make<ast::Expression>();
    one->kind = ast::ExpressionKind::integer;
    one->text = name("1").text;
    one->span = span("1");
    sum = file.arena->make<ast::Expression>();
    sum->kind = ast::ExpressionKind::chain;
    sum->span = span("a + 1");
    sum->operands = list<ast::Expression*>({reference("a"), one});
    sum->operators = list<ast::Operator>({ast::Operator::add});
    left = reference("x");
    equation = file.arena->make<ast::Equation>();
    equation->left = left;
    equation->right = sum;
    equation->span = span("x = a + 1");
    auto* clause = file.arena->make<ast::Element>();
    clause->span = span("Real x");
    clause->type = {false, list<ast::Identifier>({name("Real")}), span("Real")};
    ast::Component x;
    x.name = name("x");
    x.span = span("x");
    clause->components = list<ast::Component>({x});
    auto* equations = file.arena->make<ast::EquationSection>();
    equations->equations = list<ast::Equation*>({equation});
    equations->span = span("equation x = a + 1");
    ast::Section declared, said;
    declared.elements = list<ast::Element*>({clause});
    said.kind = ast::Section::Kind::equations;
    said.equations = equations;
    model = file.arena->make<ast::Class>();
    model->kind = ast::ClassKind::model;
    model->name = name("M");
    model->end_name = name("M");
    model->span = span(text);
    model->sections = list<ast::Section>({declared, said});
    file.classes = list<ast::Class*>({model});
  }
};

std::string broken_tree(const std::function<void(Tree&)>& break_it) {
  Tree tree;
  REQUIRE(verify(tree.file, tree.text) == std::vector<std::string>{});
  break_it(tree);
  const auto violations = verify(tree.file, tree.text);
  return violations.empty() ? "none" : violations.front();
}

// ---------------------------------------------------------------- instances

/// model M; parameter Real p = 2; Real x[2]; A a (Real y = p); x = {i*p for i in 1:2}
struct Instances {
  ast::Class m, a;
  std::shared_ptr<ir::InstanceTree> tree = std::make_shared<ir::InstanceTree>();
  ir::Instance *p = nullptr, *x = nullptr, *inner = nullptr, *y = nullptr;
  ir::TypedEquation* equation = nullptr;
  ir::Expression *comprehension = nullptr, *product = nullptr, *use = nullptr;
  ir::IteratorSymbol symbol{"i", {}};
  std::vector<std::int64_t> two{2};

  ir::Instance* add(ir::Instance& parent, const std::string& name, const ast::Class* class_ = nullptr) {
    ir::Instance& child = tree->instances.emplace_back();
    child.name = tree->arena->copy(std::string_view(name));
    child.parent = &parent;
    child.class_ = class_;
    child.base = class_ == nullptr ? ir::BaseType::real : ir::BaseType::error;
    parent.children.push_back(&child);
    return &child;
  }
  ir::Expression* make(ir::ExpressionKind kind, ir::Type type, const std::vector<ir::Expression*>& operands = {}) {
    auto* e = tree->arena->make<ir::Expression>();
    e->kind = kind;
    e->type = type;
    e->operands = tree->arena->copy(operands);
    return e;
  }
  ir::Expression* variable(const ir::Instance* instance) {
    ir::Expression* e = make(ir::ExpressionKind::variable, instance->type());
    e->variable = instance;
    return e;
  }
  ir::Expression* number(double value, ir::BaseType base = ir::BaseType::integer) {
    ir::Expression* e = make(ir::ExpressionKind::number, {base, {}});
    e->number = value;
    return e;
  }

  Instances() {
    tree->root = &tree->instances.emplace_back();
    tree->name = "M";
    ir::Instance& root = *tree->root;
    root.class_ = &m;
    p = add(root, "p");
    p->variability = ir::Variability::parameter;
    p->binding = number(2);
    x = add(root, "x");
    x->dimensions = two;
    inner = add(root, "a", &a);
    y = add(*inner, "y");
    use = y->binding = variable(p);
    ir::Expression* iterator = make(ir::ExpressionKind::iterator, {ir::BaseType::integer, {}});
    iterator->iterator = &symbol;
    product = make(ir::ExpressionKind::chain, {ir::BaseType::real, {}}, {iterator, variable(p)});
    product->operations = tree->arena->copy(std::vector<ir::Operation>{ir::Operation::multiply});
    comprehension = make(ir::ExpressionKind::comprehension, {ir::BaseType::real, two}, {product});
    ir::Expression* range = make(ir::ExpressionKind::range, {ir::BaseType::integer, two}, {number(1), number(2)});
    comprehension->iterators = tree->arena->copy(std::vector<ir::IteratorRange>{{&symbol, range}});
    equation = tree->arena->make<ir::TypedEquation>();
    equation->left = variable(x);
    equation->right = comprehension;
    root.equations.push_back(equation);
  }

  [[nodiscard]] ir::FlatModel flat() const {
    ir::FlatModel model;
    model.name = "M";
    model.tree = tree;
    model.variables = {p, x, y};
    model.equations = {{equation, tree->root}};
    return model;
  }
};

std::string broken_instances(const std::function<void(Instances&)>& break_it) {
  Instances instances;
  REQUIRE(verify(*instances.tree) == std::vector<std::string>{});
  break_it(instances);
  const auto violations = verify(*instances.tree);
  return violations.empty() ? "none" : violations.front();
}

std::string broken_flat(const std::function<void(Instances&, ir::FlatModel&)>& break_it) {
  Instances instances;
  ir::FlatModel model = instances.flat();
  REQUIRE(verify(model) == std::vector<std::string>{});
  break_it(instances, model);
  const auto violations = verify(model);
  return violations.empty() ? "none" : violations.front();
}

}  // namespace

TEST_CASE("the verifier of syntax trees finds what is broken") {
  using T = Tree&;
  CHECK(broken_tree([](T t) { t.file.arena.reset(); }) == "byte 0: the file has no arena or no source");
  CHECK(broken_tree([](T t) { t.sum->span.end = 1000; }) == "byte 29: a node lies outside of the file");
  CHECK(broken_tree([](T t) { t.sum->span.file = FileId(7); }) == "byte 29: a node lies outside of the file");
  CHECK(broken_tree([](T t) { t.model->name.text = "N"; }) == "byte 6: a name is not the text at its place");
  CHECK(broken_tree([](T t) { t.model->end_name = t.name("x"); }) == "byte 0: a class ends with another name");
  CHECK(broken_tree([](T t) { t.left->reference.parts = {}; }) == "byte 13: a reference has no parts");
  CHECK(broken_tree([](T t) { t.sum->operators = {}; }) == "byte 29: an expression has a wrong number of operands");
  CHECK(broken_tree([](T t) { t.sum->operands[1] = nullptr; }) == "byte 29: an expression is missing");
  CHECK(broken_tree([](T t) { t.left->kind = ast::ExpressionKind::error; }) ==
        "byte 13: an expression could not be parsed, and nobody said so");
  CHECK(broken_tree([](T t) { t.equation->right = nullptr; }) == "byte 25: an expression is missing");
  CHECK(broken_tree([](T t) { t.equation->kind = ast::EquationKind::for_; }) == "byte 25: a loop has no loop variable");
  CHECK(broken_tree([](T t) { t.equation->kind = ast::EquationKind::if_; }) == "byte 25: there are no branches");
  CHECK(broken_tree([](T t) { t.model->sections[1].equations = nullptr; }) == "byte 0: a section is not of its kind");
  CHECK(broken_tree([](T t) { t.model->sections[0].elements[0]->components = {}; }) ==
        "byte 8: a clause declares nothing");
}

TEST_CASE("the verifier of instance trees finds what is broken") {
  using I = Instances&;
  CHECK(broken_instances([](I i) { i.tree->root = nullptr; }) == "the root is missing, a leaf, or stands in something");
  CHECK(broken_instances([](I i) { i.y->parent = i.tree->root; }) == "'y' does not know its parent");
  CHECK(broken_instances([](I i) { i.x->base = ir::BaseType::error; }) == "'x' has no base type");
  CHECK(broken_instances([](I i) {
          i.two[0] = -1;
          i.x->dimensions = i.two;
        }) == "'x' has no known size");
  CHECK(broken_instances([](I i) { i.x->equations.push_back(i.equation); }) == "'x' is a leaf that holds something");
  CHECK(broken_instances([](I i) { i.p->binding->type.dimensions = i.two; }) == "'p' has another size than its value");
}

TEST_CASE("the verifier of typed expressions finds what is broken") {
  using I = Instances&;
  CHECK(broken_instances([](I i) { i.use->type.base = ir::BaseType::error; }) == "byte 0: an expression has no type");
  CHECK(broken_instances([](I i) { i.use->type.base = ir::BaseType::boolean; }) ==
        "byte 0: a reference to 'p' has another type");
  ir::Instance stranger;
  CHECK(broken_instances([&](I i) { i.use->variable = &stranger; }) ==
        "byte 0: a reference points to what is no variable of the model");
  CHECK(broken_instances([](I i) { i.use->subscripts = i.tree->arena->copy(std::vector<ir::Subscript>(1)); }) ==
        "byte 0: 'p' has another number of subscripts than dimensions");
  CHECK(broken_instances([](I i) { i.product->operations.clear(); }) ==
        "byte 0: an expression has a wrong number of operands");
  CHECK(broken_instances([](I i) { i.p->binding = i.product; }) == "byte 0: a loop variable is used outside");
  CHECK(broken_instances([](I i) { i.product->operands[0] = nullptr; }) == "byte 0: an operand is missing");
  CHECK(broken_instances([](I i) { i.equation->right = nullptr; }) ==
        "byte 0: an equation lacks a side, or has one too many");
  CHECK(broken_instances([](I i) { i.equation->right = i.number(1); }) ==
        "byte 0: the sides of an equation differ in size");
  CHECK(broken_instances([](I i) {
          i.equation->kind = ir::EquationKind::when;
          i.equation->left = i.equation->right = nullptr;
          i.equation->branches = i.tree->arena->copy(std::vector<ir::TypedBranch>(1));
        }) == "byte 0: a branch has no condition");
}

TEST_CASE("the verifier of typed functions finds what is broken") {
  ir::FunctionVariable in, out;
  in.name = "u";
  out.name = "y";
  in.type = out.type = {ir::BaseType::real, {}};
  const auto broken_function = [&](const std::function<void(Instances&, ir::Function&)>& break_it) {
    return broken_instances([&](Instances& i) {
      ir::Expression* read = i.make(ir::ExpressionKind::function_variable, in.type);
      read->function_variable = &in;
      ir::Function& f = i.tree->functions.emplace_back();
      f.inputs = {&in};
      f.defaults = {nullptr};
      f.outputs = {&out};
      ir::Expression* written = i.make(ir::ExpressionKind::function_variable, out.type);
      written->function_variable = &out;
      auto* assignment = i.tree->arena->make<ir::Statement>();
      assignment->left = i.tree->arena->copy(std::vector<ir::Expression*>{written});
      assignment->right = i.tree->arena->copy(std::vector<ir::Expression*>{read});
      f.body = {assignment};
      REQUIRE(verify(*i.tree) == std::vector<std::string>{});
      break_it(i, f);
    });
  };
  using I = Instances&;
  using F = ir::Function&;
  CHECK(broken_function([](I, F f) { f.defaults.clear(); }) ==
        "byte 0: a function has another number of defaults than inputs");
  CHECK(broken_function([](I, F f) { f.body[0]->left = {}; }) == "byte 0: an assignment lacks a side");
  CHECK(broken_function([](I i, F f) { f.body[0]->right[0] = i.variable(i.p); }) ==
        "byte 0: a function uses a variable of the model");
  CHECK(broken_function([](I i, F f) { i.p->binding = f.body[0]->right[0]; }) ==
        "byte 0: a variable of a function is used outside");
}

TEST_CASE("the verifier of flat models finds what is broken") {
  using I = Instances&;
  using F = ir::FlatModel&;
  CHECK(broken_flat([](I, F f) { f.tree.reset(); }) == "the model has no name or no owner");
  CHECK(broken_flat([](I i, F f) { f.variables.push_back(i.inner); }) == "a variable is missing or no leaf");
  CHECK(broken_flat([](I i, F f) { f.variables.push_back(i.x); }) == "there are two variables 'x'");
  CHECK(broken_flat([](I i, F f) { std::erase(f.variables, i.x); }) == "'x' is used and not among the variables");
  CHECK(broken_flat([](I i, F f) { std::erase(f.variables, i.p); }) == "'p' is used and not among the variables");
  CHECK(broken_flat([](I, F f) { f.equations[0].equation = nullptr; }) == "an equation is missing");
}
