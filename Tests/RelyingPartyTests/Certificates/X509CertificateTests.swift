import Crypto
import Encoding
import SeededNumbers
import Testing

@testable import RelyingParty

@Suite struct X509CertificateTests {
  private typealias Made = HandmadeCertificate

  private func refused(
    _ error: DERError, sourceLocation: SourceLocation = #_sourceLocation, _ change: (inout HandmadeCertificate) -> Void
  ) throws {
    var made = Made()
    change(&made)
    let der = try made.der()
    #expect(throws: error, sourceLocation: sourceLocation) { try X509Certificate(der: der) }
  }

  private func read(_ change: (inout HandmadeCertificate) -> Void) throws -> X509Certificate {
    var made = Made()
    change(&made)
    return try made.certificate()
  }

  @Test("every part of a certificate is read")
  func parts() throws {
    let certificate = try read { $0.subject = Made.name("Leaf") }
    #expect(certificate.version == 3 && !certificate.isSelfIssued && certificate.names == ["Leaf"])
    #expect(certificate.notBefore.seconds == 1_704_067_200 && certificate.notAfter.seconds == 1_893_456_000)
    #expect(Array(certificate.issuer) == Made.name("Root") && Array(certificate.subject) == Made.name("Leaf"))
    #expect(try certificate.basicConstraints == .certificateAuthority(pathLength: nil))
    #expect(try certificate.mayCertify == nil && certificate.extendedKeyUsage == nil)
    #expect(
      try read {
        $0.identifiers = TestDER.tagged(1, constructed: false, [0, 1]) + TestDER.tagged(2, constructed: false, [0, 1])
      }.version == 3)
  }

  @Test("versions 1 to 3 are read; others, and extensions before version 3, are rejected")
  func versions() throws {
    #expect(try read { ($0.version, $0.extensions) = ([], nil) }.version == 1)
    #expect(try read { ($0.version, $0.extensions) = (TestDER.tagged(0, TestDER.integer(1)), nil) }.version == 2)
    try refused(.invalidValue) { $0.version = [] }
    try refused(.invalidValue) { $0.version = TestDER.tagged(0, TestDER.integer(1)) }
    try refused(.invalidValue) { $0.version = TestDER.tagged(0, TestDER.integer(3)) }
    try refused(.invalidValue) { $0.version = TestDER.tagged(0, [2, 1, 0xff]) }
    try refused(.trailingBytes) { $0.version = TestDER.tagged(0, TestDER.integer(2) + TestDER.integer(2)) }
  }

  @Test("trailing bytes after the certificate, or in any of its structures, are rejected")
  func trailing() throws {
    try refused(.trailingBytes) { $0.suffix = [0] }
    try refused(.trailingBytes) { $0.behindSignature = TestDER.null }
    try refused(.trailingBytes) { $0.behindExtensions = TestDER.null }
    try refused(.trailingBytes) { $0.insideExtensions = TestDER.null }
    try refused(.trailingBytes) {
      $0.validity = TestDER.sequence(Made.utcTime("240101000000Z"), Made.utcTime("300101000000Z"), TestDER.null)
    }
    try refused(.trailingBytes) { $0.keyAlgorithm += [0x03, 1, 0] }
    try refused(.trailingBytes) {
      $0.keyAlgorithm = TestDER.sequence(
        TestDER.identifier([1, 2, 840, 10045, 2, 1]), TestDER.identifier([1, 2, 840, 10045, 3, 1, 7]), TestDER.null)
    }
    try refused(.trailingBytes) {
      $0.extensions = [TestDER.sequence(TestDER.identifier([1, 2]), TestDER.octets([]), TestDER.null)]
    }
  }

  @Test("duplicate extensions are rejected, even with two encodings of the identifier")
  func duplicates() throws {
    try refused(.invalidValue) { $0.extensions = [Made.authority, Made.authority] }
    try refused(.invalidValue) {
      $0.extensions = [Made.authority, Made.keyUsage([3, 2, 2, 4]), Made.constraints(TestDER.sequence())]
    }
    try refused(.notDistinguished) {
      $0.extensions = [
        Made.authority, TestDER.sequence([6, 4, 0x55, 0x1d, 0x80, 0x13], TestDER.octets(TestDER.sequence())),
      ]
    }
  }

  @Test("64 extensions are read, and a 65th is rejected before all are compared")
  func extensionCount() throws {
    func list(_ count: UInt32) -> [[UInt8]] { (0..<count).map { Made.certificateExtension([1, 3, 6, 1, $0], []) } }
    #expect(try read { $0.extensions = list(64) }.extensions.count == 64)
    try refused(.invalidValue) { $0.extensions = list(65) }
    var made = Made()
    made.extensions = list(4000)
    let der = try made.der()
    let time = ContinuousClock().measure {
      for _ in 0..<10 { #expect(throws: DERError.invalidValue) { try X509Certificate(der: der) } }
    }
    #expect(time < .seconds(5))
  }

  @Test("a different algorithm outside the signed part and an empty signature are rejected")
  func signatures() throws {
    try refused(.invalidValue) {
      $0.outerAlgorithm = TestDER.sequence(TestDER.identifier([1, 2, 840, 10045, 4, 3, 3]))
    }
    try refused(.invalidValue) { $0.signature = { _ in [] } }
    try refused(.invalidValue) { ($0.signaturePrefix, $0.signature) = ([], { _ in [] }) }
    try refused(.invalidValue) { $0.serialNumber = [2, 0] }
    try refused(.notDistinguished) { $0.serialNumber = [2, 2, 0, 1] }
    #expect(throws: Never.self) { try read { $0.serialNumber = [2, 1, 0xff] } }
  }

  @Test("dates must be valid calendar days, with seconds and in UTC")
  func dates() throws {
    for (text, seconds) in [
      ("491231235959Z", 2_524_607_999), ("500101000000Z", -631_152_000), ("700101000000Z", 0),
      ("240229120000Z", 1_709_208_000),
      ("000229000000Z", 951_782_400), ("991231235960Z", 946_684_800),
    ] as [(String, Int64)] {
      #expect(
        try read { $0.validity = TestDER.sequence(Made.utcTime(text), Made.utcTime("300101000000Z")) }.notBefore.seconds
          == seconds)
      #expect(
        try read { $0.validity = TestDER.sequence(Made.utcTime("240101000000Z"), Made.utcTime(text)) }.notAfter.seconds
          == seconds)
    }
    for (text, seconds) in [
      ("20500101000000Z", 2_524_608_000), ("99991231235959Z", 253_402_300_799), ("19700101000000Z", 0),
      ("20000229000000Z", 951_782_400),
    ] as [(String, Int64)] {
      #expect(
        try read { $0.validity = TestDER.sequence(Made.utcTime("240101000000Z"), Made.generalizedTime(text)) }.notAfter
          .seconds == seconds)
    }
    for text in [
      "240230000000Z", "230229000000Z", "240431000000Z", "240631000000Z", "240931000000Z", "241131000000Z",
      "240132000000Z", "240100000000Z",
      "240001000000Z", "241301000000Z", "240101240000Z", "240101006000Z", "240101000061Z", "2401010000Z",
      "240101000000", "240101000000+0000",
      "24010100000 Z", "240101000000z", "2401010000000Z", "",
    ] {
      try refused(.invalidValue) { $0.validity = TestDER.sequence(Made.utcTime("240101000000Z"), Made.utcTime(text)) }
    }
    for text in ["19000229000000Z", "21000229000000Z", "20240101000000.5Z", "240101000000Z", "20240101000000"] {
      try refused(.invalidValue) {
        $0.validity = TestDER.sequence(Made.generalizedTime(text), Made.utcTime("300101000000Z"))
      }
    }
    try refused(.unexpectedType) {
      $0.validity = TestDER.sequence(TestDER.text("240101000000Z"), Made.utcTime("300101000000Z"))
    }
    try refused(.truncated) { $0.validity = TestDER.sequence(Made.utcTime("240101000000Z")) }
  }

  @Test("basic constraints: only a certificate that declares itself an authority is one")
  func basicConstraints() throws {
    func constraints(_ value: [UInt8]) throws -> X509Certificate.BasicConstraints {
      try read { $0.extensions = [Made.constraints(value)] }.basicConstraints
    }
    #expect(try read { $0.extensions = nil }.basicConstraints == .notCertificateAuthority)
    #expect(try constraints(TestDER.sequence()) == .notCertificateAuthority)
    #expect(try constraints(TestDER.sequence(TestDER.boolean(0))) == .notCertificateAuthority)
    #expect(
      try constraints(TestDER.sequence(TestDER.boolean(), TestDER.integer(3))) == .certificateAuthority(pathLength: 3))
    for (error, value) in [
      (.trailingBytes, TestDER.sequence(TestDER.boolean(0), TestDER.integer(0))),
      (.unexpectedType, TestDER.sequence(TestDER.integer(0))),
      (.invalidValue, TestDER.sequence(TestDER.boolean(), [2, 1, 0xff])),
      (.invalidValue, TestDER.sequence(TestDER.boolean(), [2, 0])),
      (.notDistinguished, TestDER.sequence(TestDER.boolean(), [2, 2, 0, 0])),
      (.trailingBytes, TestDER.sequence(TestDER.boolean(), TestDER.integer(0), TestDER.null)),
      (.trailingBytes, TestDER.sequence() + [0]),
      (.truncated, []), (.unexpectedType, TestDER.set()),
      (.tooLarge, TestDER.sequence(TestDER.boolean(), [2, 9, 1, 0, 0, 0, 0, 0, 0, 0, 0])),
    ] as [(DERError, [UInt8])] { #expect(throws: error, "\(value)") { try constraints(value) } }
  }

  @Test("key usage: the bit for signing certificates is read among the declared bits")
  func keyUsage() throws {
    func usage(_ value: [UInt8]) throws -> Bool? { try read { $0.extensions = [Made.keyUsage(value)] }.mayCertify }
    #expect(
      try usage([3, 2, 2, 0x04]) == true && usage([3, 2, 1, 0x06]) == true && usage([3, 3, 7, 0x04, 0x80]) == true)
    #expect(try usage([3, 2, 7, 0x80]) == false && usage([3, 1, 0]) == false)
    for (error, value) in [
      (.invalidValue, [3, 0]), (.invalidValue, [3, 1, 1]), (.invalidValue, [3, 2, 8, 0]),
      (.notDistinguished, [3, 2, 3, 0x04]),
      (.trailingBytes, [3, 2, 2, 4, 0]), (.unexpectedType, [4, 2, 2, 4]),
    ] as [(DERError, [UInt8])] { #expect(throws: error, "\(value)") { try usage(value) } }
  }

  @Test("keys of an unknown kind, off their curve or malformed are rejected")
  func keys() throws {
    func kind(_ algorithm: [UInt8], _ key: [UInt8]) throws -> COSEKeyError? {
      let certificate = try read { ($0.keyAlgorithm, $0.key) = (algorithm, key) }
      do { _ = try CertificateKey(certificate) } catch { return error }
      return nil
    }
    let elliptic = TestDER.identifier([1, 2, 840, 10045, 2, 1])
    let p256 = TestDER.sequence(elliptic, TestDER.identifier([1, 2, 840, 10045, 3, 1, 7]))
    let point = Array(P256.Signing.PrivateKey().publicKey.x963Representation)
    #expect(try kind(p256, point) == nil)
    for bytes: [UInt8] in [
      [], [4], Array(point.dropLast()), point + [0], [5] + point.dropFirst(), [4] + [UInt8](repeating: 0, count: 64),
    ] {
      #expect(try kind(p256, bytes) == .invalid)
    }
    // A hybrid point, or a compressed one with trailing bytes, is not mistaken for an uncompressed one that begins
    // alike.
    for prefix: UInt8 in [0, 2, 3, 5, 6, 7] {
      let certificate = try read { $0.key = [prefix] + point.dropFirst() }
      #expect(throws: COSEKeyError.invalid) { try certificate.keyInfo.parameters(in: certificate.der) }
    }
    #expect(try kind(TestDER.sequence(elliptic), point) != nil)
    #expect(try kind(TestDER.sequence(elliptic, TestDER.identifier([1, 3, 132, 0, 10])), point) == .invalid)
    #expect(try kind(TestDER.sequence(elliptic, TestDER.identifier([1, 2, 3])), point) != nil)
    #expect(try kind(TestDER.sequence(TestDER.identifier([1, 2, 3])), point) != nil)
    let ed25519 = TestDER.sequence(TestDER.identifier([1, 3, 101, 112]))
    #expect(try kind(ed25519, Array(Curve25519.Signing.PrivateKey().publicKey.rawRepresentation)) == nil)
    // A point of small order, for which anyone can forge signatures.
    #expect(try kind(ed25519, [1] + [UInt8](repeating: 0, count: 31)) != nil)
    #expect(try kind(ed25519, [1]) != nil)
    let rsa = TestDER.sequence(TestDER.identifier([1, 2, 840, 113549, 1, 1, 1]), TestDER.null)
    let n = Array(try TestKeys.rsa.publicKey.getKeyPrimitives().modulus)
    #expect(try kind(rsa, TestDER.sequence(TestDER.element(2, [0] + n), TestDER.element(2, [1, 0, 1]))) == nil)
    for bytes in [
      TestDER.sequence(TestDER.element(2, n), TestDER.element(2, [1, 0, 1])),
      TestDER.sequence(TestDER.element(2, [0] + n), TestDER.element(2, [1])),
      TestDER.sequence(TestDER.element(2, [0] + n), TestDER.element(2, [0xff])),
      TestDER.sequence(TestDER.element(2, [0] + n)),
      TestDER.sequence(TestDER.element(2, [0] + n), TestDER.element(2, [1, 0, 1])) + [0],
      TestDER.sequence(TestDER.element(2, [0] + n), TestDER.element(2, [1, 0, 1]), TestDER.null),
      TestDER.sequence(TestDER.element(2, [0] + n.prefix(128)), TestDER.element(2, [1, 0, 1])), [],
    ] { #expect(try kind(rsa, bytes) == .invalid) }
  }

  @Test("a certificate with altered, cut or doubled bytes is read or rejected without trapping")
  func mutations() throws {
    var made = Made()
    made.extensions = [Made.authority, Made.keyUsage([3, 2, 2, 4])]
    let seed = try made.der()
    var random = SeededNumbers(seed: 5)
    for _ in 0..<3000 {
      var der = seed
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<der.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: der[place] = UInt8.random(in: 0...255, using: &random)
        case 1: der.remove(at: place)
        default: der.insert(UInt8.random(in: 0...255, using: &random), at: place)
        }
      }
      guard let certificate = try? X509Certificate(der: der) else { continue }
      _ = (
        certificate.names, try? certificate.basicConstraints, try? certificate.mayCertify,
        try? certificate.extendedKeyUsage
      )
      if let key = try? CertificateKey(certificate) { _ = key.signed(certificate) }
    }
  }
}
