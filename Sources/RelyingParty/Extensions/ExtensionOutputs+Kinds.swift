import Encoding

extension ExtensionOutputs {
  /// The first output, by its identifier, that was asked for and is not of the kind that its extension prescribes for this ceremony.
  func malformed(among requested: Set<String>, in ceremony: CeremonyStep.Ceremony) -> String? {
    if let results = client.results {
      for member in results.document.members(of: results.node) where member.value.kind != .null {
        guard let name = results.document.string(member.name), requested.contains(name) else { continue }
        if !results.isWellFormed(name, member.value) { return name }
      }
    }
    for entry in signed.map?.map ?? [] {
      guard let name = entry.key.text, requested.contains(name) else { continue }
      if !Self.isWellFormed(name, entry.value, in: ceremony) { return name }
    }
    return nil
  }

  private static func isWellFormed(_ name: String, _ value: CBORValue, in ceremony: CeremonyStep.Ceremony) -> Bool {
    let isBoolean = if case .boolean = value { true } else { false }
    return switch name {
    case "credProtect": value.integer.flatMap(CredentialProtectionPolicy.init(level:)) != nil
    case "minPinLength": value.integer.map { (0...255).contains($0) } ?? false
    case "credBlob", "hmac-secret": ceremony == .registration ? isBoolean : value.byteString != nil
    case "hmac-secret-mc": value.byteString != nil
    case "thirdPartyPayment": isBoolean
    case "uvm": value.array.flatMap { UserVerificationMethodEntry.entries($0.map { $0.array?.map(\.integer) ?? [] }) } != nil
    default: true
    }
  }
}

extension ClientExtensionResults {
  fileprivate func isWellFormed(_ name: String, _ value: JSONNode) -> Bool {
    switch name {
    case "appid", "appidExclude", "credBlob", "hmacCreateSecret": document.boolean(value) != nil
    case "credProps": value.kind == .object && isAbsentOrBoolean("rk", of: value)
    case "prf": value.kind == .object && isAbsentOrBoolean("enabled", of: value)
    case "largeBlob":
      value.kind == .object && isAbsentOrBoolean("supported", of: value) && isAbsentOrBoolean("written", of: value)
        && document.member("blob", of: value).map { document.base64URL($0) != nil } ?? true
    case "getCredBlob": document.base64URL(value) != nil
    case "payment": value.kind == .object
    case "uvm": userVerificationMethods(value) != nil
    default: true
    }
  }

  private func isAbsentOrBoolean(_ name: StaticString, of object: JSONNode) -> Bool {
    document.member(name, of: object).map { document.boolean($0) != nil } ?? true
  }
}
