import Crypto
import CryptoExtras
import SeededNumbers
import SwiftASN1
import X509

/// A chain of one to four certificates below a root, with up to two faults.
struct RandomChain {
  enum Fault: String, CaseIterable {
    case order, missing, doubled, stranger, version1, keyUsage, nameConstraints, sha1
    case expired, early, bound, noAuthority, noConstraints, pathLength, signature, name, unknownCritical, unknown,
      selfIssued, otherRoot, inner
  }

  private(set) var path: [[UInt8]] = []
  private(set) var anchors: [[UInt8]] = []
  private(set) var faults: Set<Fault> = []
  private(set) var time: Int64 = 1_800_000_000

  private struct Link {
    var certificate: TestCertificate
    let key: Certificate.PrivateKey
  }

  /// Keys are generated only once, because it does not matter to the path whether two chains share one.
  private static let keys: [[Certificate.PrivateKey]] = (0..<5).map { _ in
    [
      Certificate.PrivateKey(P256.Signing.PrivateKey()), Certificate.PrivateKey(P384.Signing.PrivateKey()),
      Certificate.PrivateKey(Curve25519.Signing.PrivateKey()), Certificate.PrivateKey(rsa()),
    ]
  }

  private static func rsa() -> _RSA.Signing.PrivateKey {
    while true { if let key = try? _RSA.Signing.PrivateKey(keySize: .bits2048) { return key } }
  }

  init(_ random: inout SeededNumbers) throws {
    for _ in 0..<[0, 1, 1, 1, 2].randomElement(using: &random, or: 0) {
      faults.insert(Fault.allCases.randomElement(using: &random, or: .order))
    }
    let count = Int.random(in: 1...4, using: &random)
    // The certificates of the chain: `links[0]` is the root, and the last is the leaf.
    var links: [Link] = []
    for index in 0...count {
      let key = Self.keys[index][Int.random(in: 0..<4, using: &random)]
      var certificate = TestCertificate(
        subject: "CN=\(index)", issuer: "CN=\(max(index - 1, 0))", isAuthority: index < count)
      if index < count, Bool.random(using: &random) { certificate.mayCertify = true }
      links.append(Link(certificate: certificate, key: key))
    }
    let issuers = 0..<count
    for fault in faults.sorted(by: { $0.rawValue < $1.rawValue }) { change(&links, fault, issuers, &random) }
    try issue(links, &random)
    rearrange(&random)
  }

  private mutating func change(
    _ links: inout [Link], _ fault: Fault, _ issuers: Range<Int>, _ random: inout SeededNumbers
  ) {
    let any = links.indices.randomElement(using: &random, or: 0)
    let issuer = issuers.randomElement(using: &random, or: 0)
    switch fault {
    case .version1:
      let (subject, name) = (links[issuer].certificate.subject, links[issuer].certificate.issuer)
      links[issuer].certificate = TestCertificate(subject: subject, issuer: name, version: .v1)
    case .keyUsage: if links[issuer].certificate.version == .v3 { links[issuer].certificate.mayCertify = false }
    case .nameConstraints:
      let value = TestDER.sequence(
        TestDER.tagged(0, TestDER.sequence(TestDER.tagged(2, constructed: false, Array("example.org".utf8)))))
      add(
        Certificate.Extension(oid: [2, 5, 29, 30], critical: .random(using: &random), value: value[...]),
        to: &links[issuer])
    case .sha1: if links[issuer].key.isRSA { links[issuer + 1].certificate.signatureAlgorithm = .sha1WithRSAEncryption }
    case .expired: links[any].certificate.until = time - 1
    case .early: links[any].certificate.from = time + 1
    case .bound: (links[any].certificate.from, links[any].certificate.until) = (time, time)
    case .noAuthority: if links[issuer].certificate.version == .v3 { links[issuer].certificate.isAuthority = false }
    case .noConstraints: links[issuer].certificate.isAuthority = nil
    case .pathLength:
      if links[issuer].certificate.isAuthority == true {
        links[issuer].certificate.pathLength = Int.random(in: 0...2, using: &random)
      }
    case .name: links[any].certificate.issuer = "CN=Other"
    case .unknownCritical:
      if links[any].certificate.version == .v3 { links[any].certificate.hasUnknownCriticalExtension = true }
    case .unknown: add(Certificate.Extension(oid: [1, 2, 3, 5], critical: false, value: [5, 0]), to: &links[any])
    case .selfIssued:
      let place = max(issuer, 1)
      guard place < links.count - 1 else { return }
      links[place].certificate.subject = links[place].certificate.issuer
      links[place + 1].certificate.issuer = links[place].certificate.issuer
    case .order, .missing, .doubled, .stranger, .signature, .otherRoot, .inner: break
    }
  }

  private func add(_ one: Certificate.Extension, to link: inout Link) {
    if link.certificate.version == .v3 { link.certificate.extensions.append(one) }
  }

  private mutating func issue(_ links: [Link], _ random: inout SeededNumbers) throws {
    for (index, link) in links.enumerated() {
      let issuer = links[max(index - 1, 0)].key
      var certificate = link.certificate
      // With a different root of the same name, only its key tells the two apart.
      if index == 0, faults.contains(.otherRoot) { certificate.until += 1 }
      path.insert(try TestCertificate.der(try certificate.make(link.key.publicKey, by: issuer)), at: 0)
    }
    anchors = [path.removeLast()]
    if faults.contains(.otherRoot), let stranger = Self.keys.first?[0] {
      anchors = [
        try TestCertificate.der(
          try TestCertificate(subject: "CN=0", issuer: "CN=0", isAuthority: true).make(stranger.publicKey, by: stranger)
        )
      ]
    } else if faults.contains(.inner), path.count > 1 {
      anchors = [path[Int.random(in: 1..<path.count, using: &random)]]
    } else if Bool.random(using: &random) {
      path += anchors
    }
  }

  private mutating func rearrange(_ random: inout SeededNumbers) {
    if faults.contains(.signature) {
      let place = path.indices.randomElement(using: &random, or: 0)
      path[place][path[place].count - 3] ^= 1
    }
    guard path.count > 1 else { return }
    if faults.contains(.order) { path = [path[0]] + path.dropFirst().shuffled(using: &random) }
    if faults.contains(.missing) { path.remove(at: Int.random(in: 1..<path.count, using: &random)) }
    if faults.contains(.doubled) {
      path.insert(path[path.count - 1], at: Int.random(in: 1..<path.count + 1, using: &random))
    }
    if faults.contains(.stranger) {
      let stranger = Self.keys[4][0]
      let certificate = try? TestCertificate(subject: "CN=Stranger", issuer: "CN=0", isAuthority: true).make(
        stranger.publicKey, by: stranger)
      if let certificate, let der = try? TestCertificate.der(certificate) {
        path.insert(der, at: Int.random(in: 1..<path.count + 1, using: &random))
      }
    }
  }
}

extension Certificate.PrivateKey {
  fileprivate var isRSA: Bool { _RSA.Signing.PublicKey(publicKey) != nil }
}

extension Collection {
  fileprivate func randomElement(using random: inout SeededNumbers, or other: Element) -> Element {
    randomElement(using: &random) ?? other
  }
}
