import Crypto
import CryptoExtras
import Foundation
import SeededNumbers
import SwiftASN1
import Testing
@_spi(FixedExpiryValidationTime) import X509

@testable import RelyingParty

/// Compares the verdicts of ``CertificatePath`` with those of swift-certificates, over chains with random faults.
@Suite struct CertificateOracleTests {
  /// The reasons for refusing a path that swift-certificates accepts: it searches for a path, while we require one in
  /// order, and it checks less.
  private static let reasons: Set<RandomChain.Fault> = [
    .order, .missing, .doubled, .stranger, .version1, .keyUsage, .nameConstraints, .sha1,
  ]

  @Test("every path that swift-certificates rejects is rejected; stricter verdicts have a reason")
  func chains() async throws {
    var random = SeededNumbers(seed: 2026)
    var (both, neither, onlyTheirs) = (0, 0, [RandomChain.Fault: Int]())
    for round in 0..<600 {
      let chain = try RandomChain(&random)
      let path = try chain.path.map { try X509Certificate(der: $0) }
      let anchors = chain.anchors.compactMap { TrustAnchor(der: $0) }
      let ours = (try? CertificatePath.verify(path, anchors: anchors, at: UnixTime(seconds: chain.time))) != nil
      let theirs = await Self.accepts(chain)
      switch (ours, theirs) {
      case (true, true): both += 1
      case (false, false): neither += 1
      case (true, false): Issue.record("round \(round): only we accept \(chain.faults)")
      case (false, true):
        let explained = chain.faults.intersection(Self.reasons)
        #expect(!explained.isEmpty, "round \(round): only swift-certificates accepts \(chain.faults)")
        for reason in explained { onlyTheirs[reason, default: 0] += 1 }
      }
    }
    print(
      "paths accepted by both \(both), by none \(neither), only by swift-certificates "
        + "\(onlyTheirs.sorted { $0.key.rawValue < $1.key.rawValue })"
    )
    #expect(both > 100 && neither > 100)
  }

  private static func accepts(_ chain: RandomChain) async -> Bool {
    guard let path = try? chain.path.map({ try Certificate(derEncoded: $0) }), let leaf = path.first,
      let anchors = try? chain.anchors.map({ try Certificate(derEncoded: $0) })
    else { return false }
    var verifier = Verifier(rootCertificates: CertificateStore(anchors)) {
      RFC5280Policy(fixedExpiryValidationTime: Date(timeIntervalSince1970: TimeInterval(chain.time)))
    }
    let result = await verifier.validate(leaf: leaf, intermediates: CertificateStore(path.dropFirst()))
    if case .validCertificate = result { return true } else { return false }
  }

  @Test("captured certificates are read the way swift-certificates reads them")
  func captured() throws {
    guard let rows = VectorTests.rows else { return VectorTests.sayMissing() }
    var certificates: Set<[UInt8]> = []
    for row in rows where row.kind == "registration" { certificates.formUnion(row.certificates) }
    for der in certificates {
      guard let theirs = try? Certificate(derEncoded: der) else { continue }
      let ours = try X509Certificate(der: der)
      #expect(Double(ours.notBefore.seconds) == theirs.notValidBefore.timeIntervalSince1970)
      #expect(Double(ours.notAfter.seconds) == theirs.notValidAfter.timeIntervalSince1970)
      #expect(
        ours.isSelfIssued == (theirs.issuer == theirs.subject) && ours.extensions.count == theirs.extensions.count)
      #expect(theirs.publicKey.subjectPublicKeyInfoBytes.elementsEqual(ours.der[ours.keyInfo.key]))
      for (name, bytes) in [(theirs.subject, ours.subject), (theirs.issuer, ours.issuer)] {
        var serializer = DER.Serializer()
        try serializer.serialize(name)
        #expect(serializer.serializedBytes.elementsEqual(bytes))
      }
    }
    print("compared \(certificates.count) captured certificates")
    #expect(certificates.count >= 50)
  }
}
