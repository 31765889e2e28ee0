#include <algorithm>
#include <map>
#include <stdexcept>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "fmi/exchange.hpp"

namespace sunder::fmi {

namespace {

class LocalExchange final : public ExchangeInstance {
 public:
  LocalExchange(const FmuDescription& description, const Layout& layout, std::unique_ptr<Calls> calls, Use use)
      : description_(description),
        layout_(layout),
        use_(use),
        calls_(std::move(calls)),
        continuous_(layout.continuous_inputs.size()) {
    for (const std::size_t i : layout.state_variables) state_references_.push_back(description.variables[i].reference);
    for (const std::size_t i : layout.derivative_variables)
      derivative_references_.push_back(description.variables[i].reference);
    for (const std::size_t i : layout.input_variables) input_references_.push_back(description.variables[i].reference);
    for (const std::size_t i : layout.output_variables)
      output_references_.push_back(description.variables[i].reference);
  }
  ~LocalExchange() override {
    for (auto& [ticket, state] : saved_) static_cast<void>(calls_->free_state(state).ok());
  }

  model::Status initialise(double start, std::optional<double> stop, const Settings& settings,
                           std::span<const double> u, std::span<double> x, EventResult& result) override {
    model::Status fine = instantiated_ ? calls_->reset() : calls_->instantiate(use_, description_.model_name);
    if (!fine) return fine;
    instantiated_ = true;
    if (fine = set(settings.numbers); !fine) return fine;
    if (fine = set(settings.texts); !fine) return fine;
    if (fine = calls_->enter_initialisation(start, stop, std::nullopt); !fine) return fine;
    if (fine = layout_.input_values.set(*calls_, u, scratch_); !fine) return fine;
    given_.assign(u.begin(), u.end());
    if (fine = calls_->exit_initialisation(); !fine) return fine;
    if (use_ == Use::co_simulation && !calls_->uses_event_mode()) return {};
    if (fine = iterate(start, result); !fine) return fine;
    return x.empty() ? model::Status() : calls_->get_states(x);
  }

  model::Status evaluate(const Point& at, const Values& values) override {
    if (model::Status gone = go_to(at); !gone) return gone;
    if (!values.derivatives.empty())
      if (model::Status got = calls_->get_derivatives(values.derivatives); !got) return got;
    if (!values.outputs.empty())
      if (model::Status got = layout_.output_values.get(*calls_, values.outputs, scratch_); !got) return got;
    return values.indicators.empty() ? model::Status() : calls_->get_indicators(values.indicators);
  }

  model::Status jacobian(const Point& at, const JacobianColours& colours, std::span<double> values) override {
    if (model::Status gone = go_to(at); !gone) return gone;
    const std::size_t states = layout_.states.size();
    for (const std::vector<JacobianColours::Column>& colour : colours.colours) {
      knowns_.clear();
      for (const JacobianColours::Column& column : colour)
        knowns_.push_back(column.place < states ? state_references_[column.place]
                                                : input_references_[column.place - states]);
      seed_.assign(knowns_.size(), 1.0);
      unknowns_.clear();
      entries_.clear();
      for (const JacobianColours::Column& column : colour)
        for (const JacobianColours::Entry& entry : column.entries) {
          unknowns_.push_back(entry.row < states ? derivative_references_[entry.row]
                                                 : output_references_[entry.row - states]);
          entries_.push_back(entry.value);
        }
      if (unknowns_.empty()) continue;
      sensitivity_.resize(unknowns_.size());
      if (model::Status got = calls_->directional_derivative(unknowns_, knowns_, seed_, sensitivity_); !got) return got;
      for (std::size_t i = 0; i < entries_.size(); ++i) values[entries_[i]] = sensitivity_[i];
    }
    return {};
  }

  model::Status record(const Point& at, std::span<double> values) override {
    if (model::Status gone = go_to(at); !gone) return gone;
    return layout_.recorded_values.get(*calls_, values, scratch_);
  }

  model::Status texts(std::vector<std::string>& values) override {
    values.clear();
    for (const std::size_t index : layout_.text_variables) {
      const Variable& variable = description_.variables[index];
      std::vector<std::string> own(variable.elements);
      if (model::Status got = calls_->get_texts(variable.type, std::span(&variable.reference, 1), own); !got)
        return got;
      values.insert(values.end(), own.begin(), own.end());
    }
    return {};
  }

  std::vector<LogMessage> take_log() override { return calls_->take_log(); }

  model::Status handle_event(double time, std::span<const double> u, std::span<double> x,
                             EventResult& result) override {
    if (model::Status gone = go_to({time, x, u}); !gone) return gone;
    if (model::Status entered = calls_->enter_event_mode(); !entered) return entered;
    if (!layout_.input_values.empty())
      if (model::Status set = layout_.input_values.set(*calls_, u, scratch_); !set) return set;
    if (model::Status iterated = iterate(time, result); !iterated) return iterated;
    return x.empty() ? model::Status() : calls_->get_states(x);
  }

  model::Status completed_step(const Point& at, StepResult& result) override {
    if (model::Status gone = go_to(at); !gone) return gone;
    return calls_->completed_step(result.event, result.terminate);
  }

  model::Status advance(double time, double end, std::span<const double> u, StepResult& result) override {
    if (model::Status set = go_to({time, {}, u}); !set) return set;
    result = {false, false, time};
    constexpr int most_pieces = 100'000;
    for (int piece = 0; result.reached < end && !result.terminate; ++piece) {
      CommunicationStep step;
      const double begin = result.reached;
      if (model::Status made = calls_->do_step(begin, end - begin, step); !made) return made;
      result.reached = step.reached;
      result.terminate = step.terminate;
      if (step.event)
        if (model::Status handled = handle_step_event(step.reached, u, result); !handled) return handled;
      if (piece == most_pieces || (!(step.reached > begin) && !step.event && !step.terminate))
        return stands_still(step.reached);
    }
    return {};
  }

  model::Status save(std::size_t& ticket) override {
    void* state = nullptr;
    if (model::Status got = calls_->get_state(state); !got) return got;
    ticket = next_++;
    saved_.emplace(ticket, state);
    return {};
  }
  model::Status restore(std::size_t ticket) override { return calls_->set_state(saved_.at(ticket)); }
  void forget(std::size_t ticket) override {
    const auto found = saved_.find(ticket);
    if (found == saved_.end()) return;
    static_cast<void>(calls_->free_state(found->second).ok());
    saved_.erase(found);
  }

 private:
  model::Status handle_step_event(double time, std::span<const double> u, StepResult& result) {
    if (model::Status entered = calls_->enter_event_mode(); !entered) return entered;
    if (!layout_.input_values.empty())
      if (model::Status set = layout_.input_values.set(*calls_, u, scratch_); !set) return set;
    EventResult event;
    model::Status iterated = iterate(time, event);
    result.terminate = result.terminate || event.terminate;
    return iterated;
  }

  [[nodiscard]] model::Status stands_still(double time) const {
    model::Fault fault;
    fault.code = Code::E1218;
    fault.time = time;
    fault.message = description_.model_name + ": the FMU returns again and again at time " + rounded(time, 9) +
                    " without making a step";
    return fault;
  }

  /// Where the FMU has event mode, inputs that are not continuous are set there.
  model::Status set_inputs(std::span<const double> u) {
    if (layout_.input_values.empty() || std::equal(u.begin(), u.end(), given_.begin(), given_.end())) return {};
    const bool by_event = calls_->uses_event_mode() && layout_.continuous_inputs.size() < u.size();
    given_.assign(u.begin(), u.end());
    if (!by_event) return layout_.input_values.set(*calls_, u, scratch_);
    StepResult ignored;
    return handle_step_event(0, u, ignored);
  }

  model::Status go_to(const Point& at) {
    if (use_ == Use::co_simulation) return set_inputs(at.u);
    if (model::Status set = calls_->set_time(at.time); !set) return set;
    if (!at.x.empty())
      if (model::Status set = calls_->set_states(at.x); !set) return set;
    if (layout_.continuous_input_values.empty()) return {};
    for (std::size_t i = 0; i < continuous_.size(); ++i) continuous_[i] = at.u[layout_.continuous_inputs[i]];
    return layout_.continuous_input_values.set(*calls_, continuous_, scratch_);
  }

  /// One call for each variable: an array is set as a whole.
  model::Status set(std::span<const Setting> settings) {
    std::map<std::size_t, std::vector<double>> wanted;
    for (const Setting& one : settings) {
      const Variable& variable = description_.variables[one.element.variable];
      std::vector<double>& values = wanted[one.element.variable];
      if (values.empty()) {
        values = variable.start;
        values.resize(variable.elements, variable.start.size() == 1 ? variable.start.front() : 0.0);
      }
      values[one.element.offset] = one.value;
    }
    for (const auto& [index, values] : wanted) {
      const Variable& variable = description_.variables[index];
      if (model::Status set = calls_->set(variable.type, std::span(&variable.reference, 1), values); !set) return set;
    }
    return {};
  }

  model::Status set(std::span<const TextSetting> settings) {
    std::map<std::size_t, std::vector<std::string>> wanted;
    for (const TextSetting& one : settings) {
      const Variable& variable = description_.variables[one.element.variable];
      std::vector<std::string>& values = wanted[one.element.variable];
      if (values.empty()) {
        values = variable.start_text;
        values.resize(variable.elements);
      }
      values[one.element.offset] = one.value;
    }
    for (const auto& [index, values] : wanted) {
      const Variable& variable = description_.variables[index];
      if (model::Status set = calls_->set_texts(variable.type, std::span(&variable.reference, 1), values); !set)
        return set;
    }
    return {};
  }

  /// In event mode, until nothing changes any more.
  model::Status iterate(double time, EventResult& result) {
    constexpr int most_rounds = 1000;
    DiscreteUpdate update;
    int round = 0;
    do {
      if (++round > most_rounds) {
        model::Fault fault;
        fault.code = Code::E1211;
        fault.time = time;
        fault.message = description_.model_name + ": the discrete states still changed after " +
                        std::to_string(most_rounds) + " rounds at time " + rounded(time);
        return fault;
      }
      if (model::Status updated = calls_->update_discrete_states(update); !updated) return updated;
      result.terminate = result.terminate || update.terminate;
    } while (update.again && !update.terminate);
    result.next_event = update.next_event;
    return use_ == Use::co_simulation ? calls_->enter_step_mode() : calls_->enter_continuous_time_mode();
  }

  const FmuDescription& description_;
  const Layout& layout_;
  Use use_;
  std::unique_ptr<Calls> calls_;
  bool instantiated_ = false;
  std::vector<std::uint32_t> state_references_, derivative_references_, input_references_, output_references_;
  std::vector<double> continuous_, scratch_, seed_, sensitivity_, given_;
  std::vector<std::uint32_t> knowns_, unknowns_;
  std::vector<std::size_t> entries_;
  std::map<std::size_t, void*> saved_;
  std::size_t next_ = 0;
};

}  // namespace

std::unique_ptr<ExchangeInstance> make_local_exchange(const FmuDescription& description, const Layout& layout,
                                                      std::unique_ptr<Calls> calls, Use use) {
  return std::make_unique<LocalExchange>(description, layout, std::move(calls), use);
}

}  // namespace sunder::fmi
