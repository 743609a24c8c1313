import Encoding

/// What authenticatorConfig changes (CTAP 2.1 §6.11), and what it needs to know of the PIN. Stands on the shelf, sealed.
struct Configuration: Hashable, Sendable {
  /// The least that the specification allows, in code points.
  static let leastPINLength = 4

  var alwaysVerifies: Bool
  var minimumPINLength = Self.leastPINLength
  /// The relying parties that are told the minimum.
  var minimumPINLengthRPIDs: [String] = []
  var mustChangePIN = false
  /// In code points; `nil` where it was not set through here.
  var pinLength: Int?

  init(alwaysVerifies: Bool) { self.alwaysVerifies = alwaysVerifies }

  var encoded: [UInt8] {
    CBORValue.members([
      1: .boolean(alwaysVerifies), 2: .number(minimumPINLength), 3: .array(minimumPINLengthRPIDs.map(CBORValue.text)), 4: .boolean(mustChangePIN),
      5: pinLength.map { .number($0) },
    ]).encoded()
  }

  init?(_ bytes: [UInt8]) {
    guard let map = try? ParameterMap(decoding: bytes), let always = try? map.boolean(1), let minimum = try? map.unsigned(2),
      let parties = try? map.array(3), let mustChange = try? map.boolean(4)
    else { return nil }
    (alwaysVerifies, minimumPINLength, mustChangePIN) = (always, minimum, mustChange)
    minimumPINLengthRPIDs = parties.compactMap(\.text)
    pinLength = (try? map.unsigned(5)) ?? nil
  }
}
