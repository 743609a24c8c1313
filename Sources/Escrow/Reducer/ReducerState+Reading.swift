import Encoding

/// The contents of a state. Each is read strictly: the result is `nil` or empty if a field is absent or has the wrong
/// type.
extension ReducerState {
  public var identityAttributes: [String: String] {
    fields["identity_attributes"]?.decoded([String: String].self) ?? [:]
  }
  public var secretName: String? { (fields["secret_name"] ?? fields["recovery_document"]?["secret_name"])?.text }
  /// The end of the storage period.
  public var expiration: Timestamp? { fields["expiration"]?.decoded(Timestamp.self) }

  /// The secret to back up, as long as the state contains it.
  public var coreSecret: CoreSecret? {
    guard let secret = fields["core_secret"], let mime = secret["mime"]?.text,
      let value = secret["value"]?.base32()?.bytes ?? secret["text"]?.text.map({ Array($0.utf8) })
    else { return nil }
    return CoreSecret(Secret(value), mime: mime, filename: secret["filename"]?.text)
  }

  /// The configurations of the providers that answered.
  public var configurations: [ProviderAddress: ProviderConfiguration] {
    Dictionary(
      (fields["authentication_providers"]?.members ?? [:]).compactMap { url, value in
        guard let address = ProviderAddress(url), let configuration = Self.configuration(value) else { return nil }
        return (address, configuration)
      }
    ) { first, _ in first }
  }
  /// All providers in the state, whether they answered or not, except disabled ones.
  public var providers: [ProviderAddress] {
    (fields["authentication_providers"]?.members ?? [:])
      .filter { $0.value["status"]?.text != "disabled" && $0.value["disabled"] != .boolean(true) }
      .compactMap { ProviderAddress($0.key) }.sorted { $0.text < $1.text }
  }
  private static func configuration(_ value: ReducerValue) -> ProviderConfiguration? {
    func amount(_ name: String) -> Amount? { value[name]?.text.flatMap { Amount($0) } }
    let isOld = value["provider_salt"] == nil
    guard value["status"] == nil || value["status"]?.text == "ok", value["disabled"] != .boolean(true),
      let salt = (value["provider_salt"] ?? value["salt"])?.base32(DrawnBytes.providerSaltCount),
      let currency = value["currency"]?.text,
      let annual = amount("annual_fee"), let upload = amount("truth_upload_fee"),
      let liability = amount("liability_limit"),
      let limit = value["storage_limit_in_megabytes"]?.number
    else { return nil }
    let methods = (value["methods"]?.items ?? []).compactMap { method in
      method["usage_fee"]?.text.flatMap { Amount($0) }.flatMap { fee in
        method["type"]?.text.map { ProviderConfiguration.Method(MethodType(rawValue: $0), cost: fee) }
      }
    }
    // A state does not record the protocol version; the older reducer used the older protocol.
    return ProviderConfiguration(
      version: isOld ? "0:0:0" : "1:0:0", businessName: value["business_name"]?.text ?? "", currency: currency,
      methods: methods,
      storageLimitInMegabytes: limit, annualFee: annual, truthUploadFee: upload, liabilityLimit: liability,
      providerSalt: salt, isOld: isOld)
  }

  public var methods: [BackupMethod] {
    (fields["authentication_methods"]?.items ?? []).compactMap { method in
      guard let type = method["type"]?.text, let instructions = method["instructions"]?.text,
        let challenge = method["challenge"]?.base32()
      else {
        return nil
      }
      return BackupMethod(
        type: MethodType(rawValue: type), instructions: instructions, challenge: FiledSecret(challenge.bytes))
    }
  }
  public var policies: [[PolicyPart]] {
    (fields["policies"]?.items ?? []).map { policy in
      (policy["methods"]?.items ?? []).compactMap { part in
        guard let method = part["authentication_method"]?.number,
          let provider = part["provider"]?.text.flatMap({ ProviderAddress($0) })
        else {
          return nil
        }
        return PolicyPart(method: method, provider: provider)
      }
    }
  }

  /// The result of a successful upload: the document's version number, and the end of its storage period.
  public struct Success: Hashable, Sendable {
    public var version: Int
    public var expiration: Timestamp?
  }
  public var successes: [ProviderAddress: Success] {
    Dictionary(
      (fields["success_details"]?.members ?? [:]).compactMap { url, value in
        guard let address = ProviderAddress(url), let version = value["policy_version"]?.number else { return nil }
        return (address, Success(version: version, expiration: value["policy_expiration"]?.decoded(Timestamp.self)))
      }
    ) { first, _ in first }
  }
}
