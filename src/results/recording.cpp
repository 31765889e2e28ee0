#include "results/recording.hpp"

#include <limits>

#include "base/codes.hpp"
#include "base/text.hpp"

namespace sunder::results {

bool Recording::set_filter(const std::string& filter, Diagnostics& diagnostics) {
  Outcome<NameFilter> made = NameFilter::make(filter);
  diagnostics.append(made.diagnostics());
  if (!made.ok()) return false;
  filter_ = made.take();
  return true;
}

void Recording::offer(std::size_t index, model::Variable info, double nominal) {
  if (offered_++ == 0) first_offered_ = info.name;
  if (!filter_.passes(info.name)) return;
  chosen_.push_back(index);
  variables_.push_back(
      {std::move(info.name), std::move(info.unit), std::move(info.description), info.kind, info.unchanging, nominal});
}

void Recording::offer_text(std::size_t index, const model::TextVariable& info) {
  if (offered_++ == 0) first_offered_ = info.name;
  if (!filter_.passes(info.name)) return;
  if (chosen_texts_.empty()) first_text_ = info.origin;
  chosen_texts_.push_back(index);
  text_names_.push_back(info.name);
  texts_.emplace_back();
}

bool Recording::open(const std::string& path, ResultWriter* sink, Diagnostics& diagnostics) {
  values_.assign(chosen_.size(), std::numeric_limits<double>::quiet_NaN());
  if (chosen_.empty() && chosen_texts_.empty() && !filter_.expression().empty()) {
    diagnostics
        .error(Code::E0645, {},
               "the filter '" + filter_.expression() + "' matches the name of no variable: nothing would be recorded")
        .help =
        offered_ == 0 ? "the model has no variables" : "it must match a whole name, such as '" + first_offered_ + "'";
    return false;
  }
  if (!path.empty()) {
    Outcome<std::unique_ptr<ResultWriter>> opened = open_writer(path);
    diagnostics.append(opened.diagnostics());
    if (!opened.ok()) return false;
    file_ = opened.take();
    writers_.push_back(file_.get());
    if (!text_names_.empty() && !file_->begin_texts(text_names_))
      diagnostics
          .warning(Code::W0707, first_text_,
                   "'" + path + "' cannot hold texts: '" + text_names_.front() + "'" +
                       (text_names_.size() > 1 ? " and " + counted(text_names_.size() - 1, "other") : "") +
                       " will not be in it")
          .help = "write a file that ends in .csv";
  }
  if (sink != nullptr) writers_.push_back(sink);
  return true;
}

void Recording::choose(std::span<const double> all) {
  for (std::size_t i = 0; i < chosen_.size(); ++i) values_[i] = all[chosen_[i]];
}

void Recording::begin(double start, double stop, std::span<const double> all) {
  choose(all);
  beginning_ = Beginning{start, stop, values_};
}

bool Recording::begin_writers() {
  const Beginning first = std::move(*beginning_);
  beginning_.reset();
  for (ResultWriter* writer : writers_)
    if (!writer->begin(variables_, first.start, first.stop, first.values)) return false;
  return true;
}

bool Recording::row(double time, std::span<const double> all, std::span<const std::string> all_texts) {
  if (beginning_ && !begin_writers()) return false;
  choose(all);
  for (std::size_t i = 0; i < chosen_texts_.size() && !all_texts.empty(); ++i) texts_[i] = all_texts[chosen_texts_[i]];
  if (!texts_.empty())
    for (ResultWriter* writer : writers_) writer->set_texts(texts_);
  for (ResultWriter* writer : writers_)
    if (!writer->row(time, values_)) return false;
  return true;
}

bool Recording::finish() {
  bool fine = true;
  for (ResultWriter* writer : writers_) fine = writer->finish() && fine;
  return fine;
}

const Diagnostic* Recording::write_error() const {
  for (const ResultWriter* writer : writers_)
    if (writer->error()) return &*writer->error();
  return nullptr;
}

}  // namespace sunder::results
