#include "causalise/marks.hpp"

#include <limits>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "symbolic/pool.hpp"

namespace sunder::causalise {

using symbolic::NodeId;
using symbolic::Op;

namespace {

class MarkFinder {
 public:
  MarkFinder(const symbolic::Pool& pool, std::uint32_t slots) : pool_(pool), plain_(slots, false) {
    found_.relaxed.assign(slots, false);
  }

  ShapeMarks run(NodeId root) {
    walk(root, Inside::plain);
    for (std::size_t i = 0; i < marks_.size(); ++i) walk(pool_.children(marks_[i].node)[0], marks_[i].inside);
    for (std::size_t slot = 0; slot < plain_.size(); ++slot)
      if (plain_[slot]) found_.relaxed[slot] = false;
    return std::move(found_);
  }

 private:
  enum class Inside : std::uint8_t { plain, relax, residue };
  struct Mark {
    NodeId node;
    Inside inside;
  };

  void walk(NodeId root, Inside inside) {
    std::vector<NodeId> todo{root};
    std::unordered_set<NodeId> seen;
    while (!todo.empty()) {
      const NodeId id = todo.back();
      todo.pop_back();
      if (!seen.insert(id).second) continue;
      const symbolic::Node& node = pool_[id];
      if (node.op == Op::slot) {
        if (inside == Inside::plain) plain_[node.payload] = true;
        if (inside == Inside::relax) found_.relaxed[node.payload] = true;
        if (inside == Inside::residue) found_.residues.push_back(node.payload);
      } else if (node.op == Op::relax || node.op == Op::residue) {
        found_.relaxes = found_.relaxes || node.op == Op::relax;
        if (inside == Inside::plain)
          marks_.push_back({id, node.op == Op::relax ? Inside::relax : Inside::residue});
        else
          todo.push_back(pool_.children(id)[0]);
      } else {
        for (const NodeId child : pool_.children(id)) todo.push_back(child);
      }
    }
  }

  const symbolic::Pool& pool_;
  std::vector<bool> plain_;  // by slot: occurs outside of marks
  std::vector<Mark> marks_;
  ShapeMarks found_;
};

}  // namespace

const ShapeMarks& Marks::of(ir::ShapeId shape) {
  if (shapes_.size() <= shape.index()) shapes_.resize(dae_.shapes->size());
  auto& known = shapes_[shape.index()];
  if (!known) known = MarkFinder(dae_.shapes->pool(), dae_.shapes->slot_count(shape)).run(dae_.shapes->root(shape));
  return *known;
}

std::uint32_t Marks::instance_of(const ir::Equation& equation) {
  if (instance_of_origin_.size() < dae_.origins.size()) {
    std::unordered_map<std::string_view, std::uint32_t> numbers;
    instance_of_origin_.clear();
    for (const ir::Origin& origin : dae_.origins)
      instance_of_origin_.push_back(
          numbers.try_emplace(origin.path, static_cast<std::uint32_t>(numbers.size())).first->second);
  }
  return instance_of_origin_[equation.origin.index()];
}

}  // namespace sunder::causalise
