/// Where in the TPM's permanent memory a store has its three indexes: four handles of the range that belongs to the owner (TCG Registry of
/// Reserved TPM 2.0 Handles and Localities §2.2), the last of them unused.
struct Slot: Hashable {
  /// A multiple of 4.
  let base: UInt32
  /// Stands in each index, so that the store finds its own and takes no other's.
  let identity: [UInt8]

  static let range = UInt32(0x018a_0000)..<0x018b_0000
  static let width = UInt32(4)

  /// Its value is raised at a reset. What was bound to the old one is then lost for ever: a counter never comes back to a value, not even
  /// one that was removed and made anew, because the TPM begins each above all that it ever had (Part 1 §37.2.4).
  var epoch: IndexArea { IndexArea(handle: base, attributes: [.counter, .noDA, .authRead, .authWrite], policy: identity) }
  /// Counts signatures. One that is `orderly` is in memory between orderly shutdowns; after another end it goes on some steps further, and
  /// never back.
  func counter(orderly: Bool) -> IndexArea {
    let attributes: IndexAttributes = [.counter, .noDA, .authRead, .authWrite]
    return IndexArea(handle: base + 2, attributes: orderly ? attributes.union(.orderly) : attributes, policy: identity)
  }
  /// Counts wrong PINs. Its owner may read it and not write it: a count that could be written could be put back.
  var pin: IndexArea {
    IndexArea(handle: base + 1, attributes: [.pinFail, .noDA, .authRead, .ownerRead, .policyWrite], policy: Policy.any(of: pinBranches).digest)
  }
  /// What may be done to the PIN index: its limit is written once; whoever shows the PIN changes it; the third is what no one can show.
  var pinBranches: [[UInt8]] { [Self.writingOnce.digest, Self.changingPIN.digest, identity] }

  static let writingOnce = Policy().command(Command.writeIndex).indexUnwritten()
  static let changingPIN = Policy().command(Command.changeIndexAuthorization).authorizationValue()
}
