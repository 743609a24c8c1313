import Encoding
import Testing

@testable import Keycard

@Suite struct PairingPasswordTests {
  private func readings(_ typed: String) -> [String] {
    PairingPassword.readings(of: Secret(Array(typed.utf8))).map { String(decoding: $0.exposed, as: UTF8.self) }
  }

  @Test(
    "a password typed as it stands on the paper is tried once, exactly so",
    arguments: ["A7K2-0QRS-1TVW-XYZ9", "KeycardDefaultPairing", "_J5jErjIX2F_RCVq"])
  func asTyped(_ password: String) {
    #expect(readings(password) == [password])
  }

  @Test(
    "a new card's password is found in lower case, without hyphens, and with look-alike letters",
    arguments: [
      "a7k2-0qrs-1tvw-xyz9", "A7K20QRS1TVWXYZ9", "a7k2 0qrs 1tvw xyz9", "A7K2-OQRS-ITVW-XYZ9", "a7k2oqrsltvwxyz9",
    ])
  func otherwise(_ typed: String) {
    #expect(readings(typed) == [typed, "A7K2-0QRS-1TVW-XYZ9"])
  }

  @Test(
    "D-05: any other text is a password as well",
    arguments: ["my own", "A7K2-0QRS-1TVW-XYZ", "A7K2-0QRS-1TVW-XYZ99", "A7K2-0QRS-1TVW-XYZU", "a7k2-0qrs-1tvw-xyzö"])
  func others(_ typed: String) { #expect(readings(typed) == [typed]) }
}
