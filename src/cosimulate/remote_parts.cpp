#include "cosimulate/remote_parts.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <numeric>

#include "base/codes.hpp"
#include "base/ranks.hpp"
#include "base/text.hpp"
#include "cosimulate/part_messages.hpp"

namespace sunder::cosimulate {
namespace {

/// The conversation of rank 0 with the ranks that host parts. Calls and replies of one rank keep their order. Calls
/// wait until an answer is needed or the rank shall begin, and go in one message; so do their replies: what messages
/// cost is their number.
class PartLink {
 public:
  PartLink(Ranks& ranks, CancelToken cancel)
      : ranks_(ranks), cancel_(std::move(cancel)), hosts_(static_cast<std::size_t>(ranks.size())) {}
  ~PartLink() {
    send();
    for (int r = 1; r < ranks_.size(); ++r)
      if (host(r).lost.empty()) ranks_.send(r, RankWord::end, {});
  }
  PartLink(const PartLink&) = delete;
  PartLink& operator=(const PartLink&) = delete;

  void tell(int rank, const std::string& call) { host(rank).calls.push_back(call); }
  /// The number of the reply that will come.
  std::size_t ask(int rank, const std::string& call) {
    tell(rank, call);
    return host(rank).asked++;
  }
  /// What waits goes to all ranks.
  void send() {
    for (int r = 1; r < ranks_.size(); ++r) {
      Host& to = host(r);
      if (to.calls.empty()) continue;
      ByteWriter out;
      out.texts(to.calls);
      to.calls.clear();
      if (to.lost.empty()) ranks_.send(r, RankWord::calls, out.take());
    }
  }
  /// Nothing: the rank is lost, and `why` says how.
  std::optional<std::string> reply(int rank, std::size_t number) {
    Host& from = host(rank);
    if (!from.replies.contains(number)) send();
    while (from.lost.empty() && !from.replies.contains(number)) {
      std::optional<Ranks::Message> message = wait_for(ranks_, rank, cancel_);
      if (!message) {
        // there is no time left to hear the others
        for (Host& one : hosts_)
          if (one.lost.empty()) one.lost = "it gave no answer any more";
        ranks_.abandon();
      } else if (message->word == RankWord::goodbye) {
        from.lost = message->bytes;
      } else {
        ByteReader in(message->bytes);
        for (std::string& one : in.texts()) from.replies.emplace(from.received++, std::move(one));
      }
    }
    const auto found = from.replies.find(number);
    if (found == from.replies.end()) return std::nullopt;
    std::string bytes = std::move(found->second);
    from.replies.erase(found);
    return bytes;
  }
  [[nodiscard]] std::string how_lost(int rank) {
    return name_of(ranks_, rank) + ", which hosts the part, was lost: " + host(rank).lost;
  }

 private:
  struct Host {
    std::vector<std::string> calls;  // not sent yet
    std::size_t asked = 0, received = 0;
    std::map<std::size_t, std::string> replies;  // not fetched yet
    std::string lost;
  };
  Host& host(int rank) { return hosts_[static_cast<std::size_t>(rank)]; }

  Ranks& ranks_;
  CancelToken cancel_;
  std::vector<Host> hosts_;
};

/// What rank 0 has in place of a part that another rank hosts.
class RemotePart final : public model::Part {
 public:
  RemotePart(std::shared_ptr<PartLink> link, int rank, std::size_t number, model::Part& original)
      : link_(std::move(link)),
        rank_(rank),
        number_(number),
        interface_(original.interface()),
        feeds_through_(original.feeds_through()),
        nonlinear_(original.nonlinear()),
        can_restore_(original.can_restore()),
        deciding_(original.deciding_inputs()),
        states_(original.states().begin(), original.states().end()),
        known_(states_) {
    for (std::size_t i = 0; i < original.variable_count(); ++i)
      variables_.push_back(original.variable(model::VariableIndex(i)));
  }

  [[nodiscard]] const model::PartInterface& interface() const override { return interface_; }
  [[nodiscard]] bool feeds_through() const override { return feeds_through_; }
  [[nodiscard]] bool nonlinear() const override { return nonlinear_; }
  [[nodiscard]] bool can_restore() const override { return can_restore_; }
  [[nodiscard]] std::vector<std::size_t> deciding_inputs() const override { return deciding_; }
  [[nodiscard]] std::size_t variable_count() const override { return variables_.size(); }
  [[nodiscard]] model::Variable variable(model::VariableIndex index) const override {
    return variables_[index.index()];
  }
  [[nodiscard]] bool elsewhere() const override { return true; }

  model::Status initialise(double time) override {
    new_curve_.reset();
    known_ = states_;  // whatever they are now is over
    ByteWriter call = begin(PartCall::initialise);
    call.number(time);
    return moved(link_->ask(rank_, call.take()));
  }
  /// Goes along with the next call.
  void set_inputs(const model::InputCurve& curve) override { new_curve_ = curve; }
  void keep_substeps(std::size_t count) override {
    ByteWriter call = begin(PartCall::keep_substeps);
    call.whole(count);
    link_->tell(rank_, call.take());
  }

  void announce_step(double time, double length, double end) override {
    forget(step_);
    ByteWriter call = begin(PartCall::step);
    call.number(time);
    call.number(length);
    call.number(end);
    step_ = Announced{link_->ask(rank_, call.take()), time, {length}};
  }
  model::Status step(double time, double length) override {
    if (!is_announced(step_, time, {&length, 1})) announce_step(time, length, time + length);
    return moved(std::exchange(step_, std::nullopt)->reply);
  }

  void announce_outputs(double time, std::span<const double> u) override {
    if (ready_outputs(time)) return;
    forget(outputs_);
    ByteWriter call = begin(PartCall::outputs);
    call.number(time);
    call.numbers(u);
    outputs_ = Announced{link_->ask(rank_, call.take()), time, {u.begin(), u.end()}};
  }
  model::Status outputs(double time, std::span<const double> u, std::span<double> y) override {
    if (ready_outputs(time)) {
      std::ranges::copy(*end_outputs_, y.begin());
      return {};
    }
    if (!is_announced(outputs_, time, u)) announce_outputs(time, u);
    return fetch(std::exchange(outputs_, std::nullopt)->reply,
                 [&](ByteReader& in) { std::ranges::copy(in.numbers(), y.begin()); });
  }
  model::Status feedthrough(double time, std::span<const double> u, std::span<double> d) override {
    ByteWriter call = begin(PartCall::feedthrough);
    call.number(time);
    call.numbers(u);
    call.whole(d.size());
    return fetch(link_->ask(rank_, call.take()), [&](ByteReader& in) { std::ranges::copy(in.numbers(), d.begin()); });
  }
  model::Status linearise(double time, std::span<const double> u, model::LinearSystem& out) override {
    ByteWriter call = begin(PartCall::linearise);
    call.number(time);
    call.numbers(u);
    return fetch(link_->ask(rank_, call.take()), [&](ByteReader& in) { out = read_linear_system(in); });
  }

  [[nodiscard]] std::span<double> states() override {
    settle();
    return states_;
  }
  [[nodiscard]] std::unique_ptr<model::Snapshot> save() const override {
    auto saved = std::make_unique<Saved>(*this, next_snapshot_++);
    // saving changes nothing but what the other rank remembers
    ByteWriter call = const_cast<RemotePart*>(this)->begin(PartCall::save);
    call.whole(saved->number);
    link_->tell(rank_, call.take());
    return saved;
  }
  void restore(const model::Snapshot& snapshot) override {
    settle();
    known_ = states_;
    ByteWriter call = begin(PartCall::restore);
    call.whole(static_cast<const Saved&>(snapshot).number);
    restored_ = link_->ask(rank_, call.take());
  }

  [[nodiscard]] std::vector<model::EventMessage> warnings() const override {
    ByteWriter call;
    call.whole(static_cast<std::uint64_t>(PartCall::warnings));
    call.whole(number_);
    call.flag(false);
    call.flag(false);
    const std::optional<std::string> bytes = link_->reply(rank_, link_->ask(rank_, call.take()));
    std::vector<model::EventMessage> list;
    if (!bytes) return list;
    ByteReader in(*bytes);
    for (std::uint64_t count = in.whole(); count > 0; --count) list.push_back(*read_message(in));
    return list;
  }
  [[nodiscard]] std::optional<model::EventMessage> termination() const override {
    const_cast<RemotePart*>(this)->settle();
    return ended_;
  }

  void announce_record(double time) override {
    forget(record_);
    ByteWriter call = begin(PartCall::record);
    call.number(time);
    record_ = Announced{link_->ask(rank_, call.take()), time, {}};
  }
  void announced() override { link_->send(); }
  model::Status record(double time, std::span<double> values) override {
    if (!is_announced(record_, time, {})) announce_record(time);
    return fetch(std::exchange(record_, std::nullopt)->reply,
                 [&](ByteReader& in) { std::ranges::copy(in.numbers(), values.begin()); });
  }

 private:
  struct Saved final : model::Snapshot {
    Saved(const RemotePart& part, std::uint64_t snapshot)
        : link(part.link_), rank(part.rank_), part_number(part.number_), number(snapshot) {}
    ~Saved() override {
      ByteWriter call;
      call.whole(static_cast<std::uint64_t>(PartCall::release));
      call.whole(part_number);
      call.flag(false);
      call.flag(false);
      call.whole(number);
      link->tell(rank, call.take());
    }
    Saved(const Saved&) = delete;
    Saved& operator=(const Saved&) = delete;
    std::shared_ptr<PartLink> link;
    int rank;
    std::size_t part_number;
    std::uint64_t number;
  };
  /// A call that is on its way, with its arguments.
  struct Announced {
    std::size_t reply = 0;
    double time = 0;
    std::vector<double> arguments;
  };
  static bool is_announced(const std::optional<Announced>& call, double time, std::span<const double> arguments) {
    return call && call->time == time && std::ranges::equal(call->arguments, arguments);
  }
  /// Somebody else failed before this one was asked.
  void forget(std::optional<Announced>& call) {
    if (call) static_cast<void>(link_->reply(rank_, call->reply));
    call.reset();
  }
  [[nodiscard]] bool ready_outputs(double time) const {
    return end_outputs_ && end_time_ == time && !restored_ && states_ == known_;
  }

  ByteWriter begin(PartCall kind) {
    settle();
    ByteWriter call;
    call.whole(static_cast<std::uint64_t>(kind));
    call.whole(number_);
    call.flag(new_curve_.has_value());
    if (new_curve_) write(call, *std::exchange(new_curve_, std::nullopt));
    const bool others = states_ != known_;
    call.flag(others);
    if (others) {
      call.numbers(states_);
      known_ = states_;
      end_outputs_.reset();
    }
    return call;
  }
  model::Status lost() const {
    model::Fault fault;
    fault.code = Code::E0010;
    fault.message = link_->how_lost(rank_);
    return fault;
  }
  template <class Read>
  model::Status fetch(std::size_t number, const Read& read) {
    const std::optional<std::string> bytes = link_->reply(rank_, number);
    if (!bytes) return lost();
    ByteReader in(*bytes);
    model::Status status = read_status(in);
    if (status) read(in);
    return status;
  }
  /// The part is somewhere else now: its states, whether it wants to end, and its outputs where they are known already.
  model::Status moved(std::size_t number) {
    end_outputs_.reset();
    const std::optional<std::string> bytes = link_->reply(rank_, number);
    if (!bytes) return lost();
    ByteReader in(*bytes);
    model::Status status = read_status(in);
    states_ = in.numbers();
    known_ = states_;
    ended_ = read_message(in);
    if (in.flag()) {
      end_time_ = in.number();
      end_outputs_ = in.numbers();
    }
    return status;
  }
  /// Takes note of what a restored snapshot brought.
  void settle() {
    if (!restored_) return;
    static_cast<void>(moved(*std::exchange(restored_, std::nullopt)));  // whoever asks next is told that a rank is lost
  }

  std::shared_ptr<PartLink> link_;
  int rank_;
  std::size_t number_;
  model::PartInterface interface_;
  bool feeds_through_, nonlinear_, can_restore_;
  std::vector<std::size_t> deciding_;
  std::vector<model::Variable> variables_;
  std::vector<double> states_, known_;  // here, where anybody may change them; and there
  std::optional<model::InputCurve> new_curve_;
  std::optional<model::EventMessage> ended_;
  std::optional<Announced> step_, outputs_, record_;
  std::optional<std::size_t> restored_;  // the reply that brings the states
  std::optional<std::vector<double>> end_outputs_;
  double end_time_ = 0;
  mutable std::uint64_t next_snapshot_ = 0;
};

/// A part where it is hosted: does what calls say.
class HostedPart {
 public:
  explicit HostedPart(model::Part& part) : part_(part) {}

  /// Empty: no reply.
  std::optional<std::string> answer(PartCall kind, ByteReader& in) {
    if (in.flag()) {
      curve_ = read_curve(in);
      part_.set_inputs(curve_);
    }
    if (in.flag()) std::ranges::copy(in.numbers(), part_.states().begin());
    ByteWriter out;
    switch (kind) {
      case PartCall::initialise: moved(part_.initialise(in.number()), std::nullopt, out); break;
      case PartCall::step: step(in, out); break;
      case PartCall::outputs: {
        const double time = in.number();
        const std::vector<double> u = in.numbers();
        std::vector<double> y(part_.interface().outputs.size());
        found(part_.outputs(time, u, y), y, out);
        break;
      }
      case PartCall::feedthrough: {
        const double time = in.number();
        const std::vector<double> u = in.numbers();
        std::vector<double> d(in.whole());
        found(part_.feedthrough(time, u, d), d, out);
        break;
      }
      case PartCall::linearise: {
        const double time = in.number();
        const std::vector<double> u = in.numbers();
        model::LinearSystem system;
        const model::Status status = part_.linearise(time, u, system);
        write(out, status);
        if (status) write(out, system);
        break;
      }
      case PartCall::record: {
        const double time = in.number();
        std::vector<double> values(part_.variable_count());
        found(part_.record(time, values), values, out);
        break;
      }
      case PartCall::warnings: {
        const std::vector<model::EventMessage> list = part_.warnings();
        out.whole(list.size());
        for (const model::EventMessage& one : list) write(out, std::optional(one));
        break;
      }
      case PartCall::keep_substeps: part_.keep_substeps(in.whole()); return std::nullopt;
      case PartCall::save: saved_[in.whole()] = part_.save(); return std::nullopt;
      case PartCall::release: saved_.erase(in.whole()); return std::nullopt;
      case PartCall::restore:
        part_.restore(*saved_.at(in.whole()));
        moved({}, std::nullopt, out);
        break;
    }
    return out.take();
  }

 private:
  static void found(const model::Status& status, std::span<const double> values, ByteWriter& out) {
    write(out, status);
    if (status) out.numbers(values);
  }
  void moved(const model::Status& status, std::optional<double> end, ByteWriter& out) {
    write(out, status);
    out.numbers(part_.states());
    write(out, part_.termination());
    // outputs that no input reaches directly are known: the master need not ask
    const bool known = end && status && !part_.feeds_through();
    std::vector<double> u(known ? part_.interface().inputs.size() : 0), y(part_.interface().outputs.size());
    for (std::size_t i = 0; i < u.size(); ++i) u[i] = curve_.at(i, *end);
    const bool evaluated = known && part_.outputs(*end, u, y);
    out.flag(evaluated);
    if (!evaluated) return;
    out.number(*end);
    out.numbers(y);
  }
  void step(ByteReader& in, ByteWriter& out) {
    const double time = in.number(), length = in.number(), end = in.number();
    moved(part_.step(time, length), end, out);
  }

  model::Part& part_;
  model::InputCurve curve_;
  std::map<std::uint64_t, std::unique_ptr<model::Snapshot>> saved_;
};

/// One step from the start of every part, with the inputs it has by itself; the shortest of a few.
std::vector<double> measure(const OpenSystem& system) {
  using Clock = std::chrono::steady_clock;
  constexpr int tries = 3;
  constexpr double enough = 0.05;
  std::vector<double> costs;
  const double start = system.description.start;
  for (const auto& part : system.parts) {
    double best = 0, spent = 0;
    for (int i = 0; i < tries && spent < enough; ++i) {
      if (!part->initialise(start)) break;
      const auto begin = Clock::now();
      const model::Status stepped = part->step(start, system.description.communication_step);
      const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
      if (!stepped) break;  // the run will say why
      best = i == 0 ? seconds : std::min(best, seconds);
      spent += seconds;
    }
    costs.push_back(best);
  }
  return costs;
}

}  // namespace

std::vector<int> share_out(const std::vector<double>& costs, std::size_t ranks, double master) {
  std::vector<std::size_t> dearest(costs.size());
  std::iota(dearest.begin(), dearest.end(), 0);
  std::ranges::stable_sort(dearest, [&](std::size_t a, std::size_t b) { return costs[a] > costs[b]; });
  std::vector<double> load(std::max<std::size_t>(ranks, 1), 0.0);
  std::vector<std::size_t> parts(load.size(), 0);
  load[0] = master;
  std::vector<int> rank_of(costs.size(), 0);
  for (const std::size_t p : dearest) {
    std::size_t least = 0;
    for (std::size_t r = 1; r < load.size(); ++r)
      if (load[r] < load[least] || (load[r] == load[least] && parts[r] < parts[least])) least = r;
    load[least] += costs[p];
    ++parts[least];
    rank_of[p] = static_cast<int>(least);
  }
  return rank_of;
}

std::vector<RankShare> distribute(OpenSystem& system, Ranks& ranks, const CancelToken& cancel,
                                  Diagnostics& diagnostics) {
  // what the master does for a part in a step: a message there and one back
  constexpr double exchange = 2e-6;
  const std::vector<double> costs = measure(system);
  const std::vector<int> rank_of =
      share_out(costs, static_cast<std::size_t>(ranks.size()), exchange * static_cast<double>(costs.size()));
  std::vector<RankShare> shares;
  for (int r = 0; r < ranks.size(); ++r) {
    RankShare share{r, ranks.host(r), {}, 0};
    ByteWriter out;
    out.whole(static_cast<std::uint64_t>(std::ranges::count(rank_of, r)));
    for (std::size_t p = 0; p < rank_of.size(); ++p) {
      if (rank_of[p] != r) continue;
      out.whole(p);
      share.parts.push_back(system.description.parts[p].interface.name);
      share.seconds += costs[p];
    }
    if (r > 0) {
      const std::optional<Ranks::Message> ready = wait_for(ranks, r, cancel);
      if (!ready || ready->word != RankWord::ready) {
        diagnostics.error(Code::E0010, {},
                          name_of(ranks, r) + " cannot take part: " +
                              (ready ? ready->bytes : std::string("it gave no answer any more")));
        return {};
      }
      ranks.send(r, RankWord::share, out.take());
    }
    shares.push_back(std::move(share));
  }
  const auto link = std::make_shared<PartLink>(ranks, cancel);
  for (std::size_t p = 0; p < rank_of.size(); ++p)
    if (rank_of[p] != 0) system.parts[p] = std::make_unique<RemotePart>(link, rank_of[p], p, *system.parts[p]);
  return shares;
}

void host_parts(OpenSystem& system, Ranks& ranks, const CancelToken& cancel) {
  ranks.send(0, RankWord::ready, {});
  std::map<std::size_t, HostedPart> hosted;
  while (const std::optional<Ranks::Message> message = wait_for(ranks, 0, cancel)) {
    ByteReader in(message->bytes);
    if (message->word == RankWord::end) return;
    if (message->word == RankWord::share) {
      std::vector<std::unique_ptr<model::Part>> kept(system.parts.size());
      for (std::uint64_t count = in.whole(); count > 0; --count) {
        const auto p = static_cast<std::size_t>(in.whole());
        kept[p] = std::move(system.parts[p]);
        hosted.emplace(p, *kept[p]);
      }
      system.parts = std::move(kept);  // the others are hosted elsewhere
      continue;
    }
    std::vector<std::string> replies;
    for (const std::string& bytes : in.texts()) {
      ByteReader call(bytes);
      const auto kind = static_cast<PartCall>(call.whole());
      const auto part = static_cast<std::size_t>(call.whole());
      if (std::optional<std::string> reply = hosted.at(part).answer(kind, call)) replies.push_back(std::move(*reply));
    }
    ByteWriter out;
    out.texts(replies);
    if (!replies.empty()) ranks.send(0, RankWord::replies, out.take());
  }
  ranks.abandon();  // rank 0 is gone
}

}  // namespace sunder::cosimulate
