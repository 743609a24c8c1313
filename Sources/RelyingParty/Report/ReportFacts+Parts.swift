import Encoding

extension ReportFacts {
  /// Returns the parsed parts; absent parts are left out.
  func parts(_ metadata: MetadataBLOB?) -> [ReportPart] {
    [
      clientData, authenticatorData, credential,
      read.authenticatorData?.attestedCredentialData.map { $0.credentialPublicKey.reportPart("key", "Its public key") },
      row.ceremony == .authentication ? storedKey?.reportPart("storedKey", "The stored public key") : nil, extensions,
      ReportedAttestation(facts: self).part, metadata.flatMap(metadataPart),
    ].compactMap(\.self)
  }

  private var clientData: ReportPart? {
    guard let document = read.clientData else { return nil }
    var facts: [ReportFact] = []
    for (key, label) in [
      ("type", "Type"), ("challenge", "Challenge"), ("origin", "Origin"), ("topOrigin", "Origin of the page around"),
    ] {
      guard let value = document.members(of: document.root).first(where: { document.equals($0.name, key) })?.value
      else { continue }
      facts.append(
        ReportFact(key, label, document.string(value).map { WebAuthnError.printable($0, limit: 256) } ?? "not text"))
    }
    facts.append(
      ReportFact("crossOrigin", "In a frame of another site", read.crossOrigin.map { "\($0)" } ?? "not said"))
    return ReportPart("clientData", "What the browser says (client data)", facts)
  }

  private var authenticatorData: ReportPart? {
    guard let flags = read.flags, let hash = read.rpIDHash, let count = read.signCount else { return nil }
    let backup = BackupReading(flags)
    var facts = [
      ReportFact("rpIdHash", "Hash of the RP ID", Hex.encode(hash), note: rpIDHash),
      ReportFact(
        "flags", "Flags", "0x" + Hex.encode([flags.rawValue]).uppercased(),
        note: backup?.profile.map { "profile \($0.name): \($0.meaning)" }),
    ]
    for flag in AuthenticatorFlags.named {
      facts.append(
        ReportFact(
          flag.name.lowercased(), "\(flag.name) (bit \(flag.bit))", flags.rawValue & 1 << flag.bit == 0 ? "0" : "1",
          note: flag.meaning))
    }
    if let backup {
      facts.append(
        ReportFact(
          "backup", "Backup", backup.words,
          note: "The authenticator's claim about itself, not proof of where the key is."))
      if let profile = backup.profile { facts.append(ReportFact("profile", "Profile", profile.name)) }
    }
    facts.append(
      ReportFact(
        "signCount", "Signature counter", "\(count)",
        note: count == 0 ? "Zero for good means that it does not count." : nil))
    if read.authenticatorData == nil { facts.append(ReportFact("rest", "The rest", "cannot be read")) }
    return ReportPart("authenticatorData", "What the authenticator says (authenticator data)", facts)
  }

  private var credential: ReportPart? {
    var facts: [ReportFact] = []
    let attested = read.authenticatorData?.attestedCredentialData
    if let id = attested.map({ Array($0.credentialID) })
      ?? read.root.flatMap({ root in root.document.member("id", of: root.node).flatMap(root.document.base64URL) })
    {
      facts.append(ReportFact("id", "Credential id", Base64URL.encode(id), note: "\(id.count) bytes"))
    }
    if let aaguid = attested?.aaguid {
      let vouched = registration?.isAAGUIDVouchedFor == true
      facts.append(
        ReportFact(
          "aaguid", "Model (AAGUID)", aaguid.description,
          note: aaguid == .zero
            ? "The authenticator does not say."
            : vouched ? "A trusted attestation vouches for it." : "A claim: nothing vouches for it here."))
    }
    if let handle = read.bytes("userHandle"), !handle.isEmpty {
      facts.append(ReportFact("userHandle", "User handle", Base64URL.encode(handle)))
    }
    return facts.isEmpty ? nil : ReportPart("credential", "The credential", facts)
  }

  private func metadataPart(_ metadata: MetadataBLOB) -> ReportPart? {
    guard let aaguid = read.authenticatorData?.attestedCredentialData?.aaguid, aaguid != .zero else { return nil }
    guard let entry = metadata[aaguid] else {
      return ReportPart("metadata", "Metadata of the model", [ReportFact("name", "Name", "not known")])
    }
    let verdict = MetadataStatusPolicy().judge(
      entry, isVouched: registration?.isAAGUIDVouchedFor == true, at: (try? row.time()) ?? UnixTime(seconds: 0))
    var facts = [ReportFact("name", "Name", WebAuthnError.printable(verdict.name ?? "none given"))]
    if let status = verdict.status {
      facts.append(ReportFact("status", "Latest status", WebAuthnError.printable(status.rawValue)))
    }
    if let level = verdict.level { facts.append(ReportFact("level", "Certification", level.rawValue)) }
    facts.append(ReportFact("isAccepted", "Accepted by the usual policy", verdict.isAccepted ? "yes" : "no"))
    return ReportPart("metadata", "Metadata of the model", facts)
  }
}

extension AuthenticatorFlags {
  /// The defined bits, with their names in WebAuthn Level 3 §6.1.
  static let named: [(bit: UInt8, name: String, meaning: String)] = [
    (0, "UP", "user present"), (2, "UV", "user verified"), (3, "BE", "eligible for backup"), (4, "BS", "backed up"),
    (6, "AT", "a new credential follows"), (7, "ED", "outputs of extensions follow"),
  ]
}

extension COSEKey {
  /// Returns the key's algorithm, curve and size as a part of the report.
  func reportPart(_ key: String, _ title: String) -> ReportPart {
    var facts = [ReportFact("algorithm", "Algorithm", algorithm.name), ReportFact("kind", "Kind", parameters.kind)]
    if !bytes.isEmpty { facts.append(ReportFact("cose", "COSE key", Base64URL.encode(bytes))) }
    return ReportPart(key, title, facts)
  }
}

extension COSEKey.Parameters {
  /// The kind of key in words, with its curve or size.
  var kind: String {
    switch self {
    case .octetKeyPair(6, _): "Ed25519"
    case .octetKeyPair(7, _): "Ed448"
    case .octetKeyPair(let curve, let x): "octet key pair on curve \(curve), \(x.count * 8) bits"
    case .ellipticCurve(1, _, _): "elliptic curve P-256"
    case .ellipticCurve(2, _, _): "elliptic curve P-384"
    case .ellipticCurve(3, _, _): "elliptic curve P-521"
    case .ellipticCurve(8, _, _): "elliptic curve secp256k1"
    case .ellipticCurve(let curve, let x, _): "elliptic curve number \(curve), \(x.count * 8) bits"
    case .rsa(let n, _): "RSA, \(n.count * 8) bits"
    case .algorithmKeyPair(let key): "\(key.count) bytes"
    }
  }
}

extension ReportFacts {
  /// The outputs of extensions, grouped by their source. Only Booleans and numbers are shown: anything else may be
  /// secret or personal.
  var extensions: ReportPart? {
    let client =
      (read.extensionResults.map { results in results.document.members(of: results.node).map { ($0, results.document) }
      } ?? [])
      .map { member, document in
        ReportFact(
          "client.\(name(document.string(member.name)))", name(document.string(member.name)),
          Self.shown(member.value, in: document),
          note: "says the browser")
      }
    let signed = (read.authenticatorData?.extensions?.map ?? []).map { entry in
      ReportFact(
        "signed.\(name(entry.key.text))", name(entry.key.text), Self.shown(entry.value),
        note: "says the authenticator, under its signature")
    }
    guard !client.isEmpty || !signed.isEmpty || read.carriesSecrets else { return nil }
    var facts = client + signed
    if read.carriesSecrets {
      facts.append(
        ReportFact(
          "secrets", "PRF results", "present, and not shown",
          note: "They are secrets of the person. A page has to strip them before it sends the response."))
    }
    return ReportPart("extensions", "Extensions", facts)
  }

  private func name(_ text: String?) -> String { WebAuthnError.printable(text ?? "without a name", limit: 48) }

  private static func shown(_ node: JSONNode, in document: JSONDocument) -> String {
    switch node.kind {
    case .true, .false: return document.boolean(node).map { "\($0)" } ?? ""
    case .number: return document.integer(node).map { "\($0)" } ?? "a number"
    case .null: return "null"
    case .string, .escapedString: return "text"
    case .array: return "a list of \(document.items(of: node).count)"
    case .object:
      let members = document.members(of: node).compactMap { member -> String? in
        guard let name = document.string(member.name), let value = document.boolean(member.value) else { return nil }
        return "\(WebAuthnError.printable(name, limit: 48)) \(value)"
      }
      return members.isEmpty ? "present" : members.joined(separator: ", ")
    }
  }

  private static func shown(_ value: CBORValue) -> String {
    switch value {
    case .boolean(let value): "\(value)"
    case .integer(let number): "\(number)"
    case .bytes(let bytes): "\(bytes.count) bytes"
    case .text: "text"
    case .array(let items): "a list of \(items.count)"
    case .map: "present"
    case .null: "null"
    }
  }
}
