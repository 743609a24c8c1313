extension UserIdentifier {
  /// Who somebody is to each of these providers. Each takes a moment and a mebibyte; no more than a few are made at a time.
  ///
  /// - Throws: `invalid`, `outOfMemory`.
  static func all(
    _ attributes: [String: String], salts: [ProviderAddress: Base32Bytes]
  ) async throws(EscrowError) -> [ProviderAddress: UserIdentifier] {
    var users: [ProviderAddress: UserIdentifier] = [:], fault: EscrowError?
    await ManyAtOnce.run(salts.keys, width: 4) { provider in
      Result { () throws(EscrowError) in try UserIdentifier(attributes, providerSalt: salts[provider]?.bytes ?? []) }
    } _: { provider, result in
      switch result {
      case .success(let user): users[provider] = user
      case .failure(let error): fault = error
      }
    }
    if let fault { throw fault }
    return users
  }
}
