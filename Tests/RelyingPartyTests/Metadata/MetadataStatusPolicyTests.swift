import TestMetadata
import Testing

@testable import RelyingParty

@Suite struct MetadataStatusPolicyTests {
  private func entry(_ reports: [(String, String)]) throws -> MetadataEntry {
    let text = MetadataPayload([MetadataPayload.entry(MetadataPayload.aaguid([UInt8](1...16)), reports: reports)]).json
    return try #require(try MetadataBLOB(payload: Array(text.utf8)).entries.first)
  }
  private func verdict(_ reports: [(String, String)], _ change: (inout MetadataStatusPolicy) -> Void = { _ in }) throws
    -> MetadataVerdict
  {
    var policy = MetadataStatusPolicy()
    change(&policy)
    return policy.judge(try entry(reports), isVouched: true, at: Ceremony.now)
  }

  @Test("a revoked or compromised model is rejected whatever is reported later; others are accepted")
  func statuses() throws {
    let refused = [
      "REVOKED", "USER_VERIFICATION_BYPASS", "ATTESTATION_KEY_COMPROMISE", "USER_KEY_REMOTE_COMPROMISE",
      "USER_KEY_PHYSICAL_COMPROMISE",
    ]
    for status in refused {
      for later in ["FIDO_CERTIFIED_L3", "UPDATE_AVAILABLE"] {
        let verdict = try verdict([(status, "2021-01-01"), (later, "2022-01-01")])
        #expect(verdict.reasons == [.status(AuthenticatorStatus(rawValue: status))] && !verdict.isAccepted, "\(status)")
      }
      #expect(try !verdict([(status, "2050-01-01")]).isAccepted, "\(status) with a date to come")
    }
    for status in [
      "NOT_FIDO_CERTIFIED", "SELF_ASSERTION_SUBMITTED", "UPDATE_AVAILABLE", "FIDO_CERTIFIED", "FIDO_CERTIFIED_L2",
      "RETIRED", "NEW_WORD",
    ] {
      #expect(try verdict([(status, "2021-01-01")]).isAccepted, "\(status)")
    }
    #expect(try verdict([]).isAccepted)
    #expect(try !verdict([("RETIRED", "2021-01-01")]) { $0.refusedStatuses.insert(.retired) }.isAccepted)
    #expect(try verdict([("REVOKED", "2021-01-01")]) { $0.refusedStatuses = [] }.isAccepted)
  }

  @Test("if the policy allows it, newer firmware cures a compromise, but never a revocation")
  func updates() throws {
    func isAccepted(_ reports: [(String, String)]) throws -> Bool {
      try verdict(reports) { $0.updateMakesUp = true }.isAccepted
    }
    #expect(try isAccepted([("USER_VERIFICATION_BYPASS", "2021-01-01"), ("UPDATE_AVAILABLE", "2021-02-01")]))
    #expect(try !isAccepted([("UPDATE_AVAILABLE", "2021-02-01"), ("USER_VERIFICATION_BYPASS", "2021-03-01")]))
    let again = [
      ("USER_VERIFICATION_BYPASS", "2021-01-01"), ("UPDATE_AVAILABLE", "2021-02-01"),
      ("USER_VERIFICATION_BYPASS", "2021-03-01"),
    ]
    #expect(try !isAccepted(again))
    #expect(try !isAccepted([("REVOKED", "2021-01-01"), ("UPDATE_AVAILABLE", "2021-02-01")]))
    #expect(
      try !isAccepted([("USER_VERIFICATION_BYPASS", "2021-01-01"), ("UPDATE_AVAILABLE", "2050-01-01")]),
      "an update to come")
  }

  @Test("the latest certification report decides, whatever the order of the reports") func level() throws {
    func level(_ reports: (String, String)...) throws -> MetadataCertificationLevel? {
      try entry(reports).level(at: Ceremony.now)
    }
    #expect(try level(("FIDO_CERTIFIED_L2", "2022-01-01"), ("FIDO_CERTIFIED_L1", "2020-01-01")) == .l2)
    #expect(
      try level(("FIDO_CERTIFIED_L1", "2020-01-01"), ("FIDO_CERTIFIED_L2", "2050-01-01")) == .l1,
      "what is to come does not count yet")
    #expect(
      try level(("FIDO_CERTIFIED_L1", ""), ("FIDO_CERTIFIED_L2", "2022-01-01")) == .l1, "without a date it holds now")
    #expect(try level(("FIDO_CERTIFIED_L1", "2020-01-01"), ("NOT_FIDO_CERTIFIED", "2021-01-01")) == nil)
    #expect(try level(("FIDO_CERTIFIED_L3plus", "2020-01-01"), ("UPDATE_AVAILABLE", "2021-01-01")) == .l3plus)
    #expect(
      try level(("FIDO_CERTIFIED_L1", "2020-01-01"), ("FIDO_CERTIFIED_L1plus", "2020-01-01")) == .l1plus,
      "on one day the last")
    #expect(try level() == nil)
  }

  @Test("a minimum level rejects models below it or without certification") func minimumLevel() throws {
    let order: [MetadataCertificationLevel] = [.functional, .l1, .l1plus, .l2, .l2plus, .l3, .l3plus]
    #expect(order == MetadataCertificationLevel.allCases && order.sorted() == order)
    for (place, minimum) in order.enumerated() {
      for (index, level) in order.enumerated() {
        let verdict = try verdict([(level.rawValue, "2020-01-01")]) { $0.minimumLevel = minimum }
        #expect(verdict.reasons == (index < place ? [.level(level)] : []) && verdict.level == level)
      }
      #expect(
        try verdict([("NOT_FIDO_CERTIFIED", "2020-01-01")]) { $0.minimumLevel = minimum }.reasons == [.level(nil)])
    }
  }

  @Test("unknown and unvouched models are accepted unless the policy requires known ones") func unknown() throws {
    let known = try entry([("FIDO_CERTIFIED_L1", "2020-01-01")])
    var strict = MetadataStatusPolicy()
    strict.acceptsUnknown = false
    for (entry, isVouched) in [(nil, true), (nil, false), (known, false)] as [(MetadataEntry?, Bool)] {
      #expect(MetadataStatusPolicy().judge(entry, isVouched: isVouched, at: Ceremony.now).isAccepted)
      #expect(strict.judge(entry, isVouched: isVouched, at: Ceremony.now).reasons == [.unknown])
    }
    let verdict = strict.judge(known, isVouched: true, at: Ceremony.now)
    #expect(
      verdict.isAccepted && verdict.name == "Model One" && verdict.status?.rawValue == "FIDO_CERTIFIED_L1"
        && verdict.isVouched)
  }
}
