import Encoding

@testable import RelyingParty

extension TestAuthenticator {
  /// Signs these outputs.
  mutating func answerExtensions(_ outputs: [String: CBORValue]) {
    flags |= 0x80
    // Canonical CBOR: shorter keys first, then by their bytes.
    let sorted = outputs.sorted { ($0.key.utf8.count, $0.key) < ($1.key.utf8.count, $1.key) }
    dataSuffix = CBORValue.map(sorted.map { CBOREntry(key: .text($0.key), value: $0.value) }).encoded()
  }
}
