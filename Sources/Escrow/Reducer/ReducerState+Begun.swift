extension ReducerState {
  /// A backup before anything is drawn for it.
  ///
  /// - Parameters:
  ///   - policies: What was chosen of them so far; none before that.
  ///   - secret: What is to be backed up, where that is known already.
  public init(
    begun attributes: [String: String], methods: [BackupMethod], policies: [[PolicyPart]], secret: CoreSecret?, secretName: String?,
    flavor: Flavor = .typeScript
  ) {
    self.init(.backup(policies.isEmpty ? "AUTHENTICATIONS_EDITING" : "POLICIES_REVIEWING"), flavor, [:])
    fields["identity_attributes"] = .object(attributes.mapValues(ReducerValue.string))
    fields["authentication_methods"] = .array(methods.map(\.reducerValue))
    fields["policies"] = policies.isEmpty ? nil : Self.value(of: policies)
    fields["secret_name"] = secretName.map(ReducerValue.string)
    fields["core_secret"] = secret?.reducerValue
  }

  /// The country of residence; `nil` for one that we do not have.
  public var country: Country? { fields["selected_country"]?.text.flatMap { Country.of(code: $0) } }

  /// Writes down where somebody lives, and every provider that is known, also those of no policy.
  public mutating func add(_ country: Country?, _ providers: [ProviderAddress], _ configurations: [ProviderAddress: ProviderConfiguration]) {
    if let country {
      fields["selected_country"] = .string(country.code)
      fields["selected_continent"] = country.continentInAnastasis.map(ReducerValue.string)
    }
    setProviders(configurations)
    var named = fields["authentication_providers"]?.members ?? [:]
    for address in providers where named[address.text] == nil { named[address.text] = .object(of: ["status": "not-contacted"]) }
    fields["authentication_providers"] = .object(named)
  }

  private static let secondsOfYear: Int64 = 31_536_000

  /// For how many years it is to be kept, counted from a time of the Unix clock and rounded up; `nil` where the state does not say.
  public func years(from now: Int64) -> Int? {
    switch expiration {
    case .seconds(let seconds):
      let (left, isTooLong) = seconds.subtractingReportingOverflow(now)
      guard !isTooLong, left > 0 else { return BackupOrder.years.lowerBound }
      return min(Int(clamping: (left - 1) / Self.secondsOfYear) + 1, BackupOrder.years.upperBound)
    case .never: return BackupOrder.years.upperBound
    case nil: return nil
    }
  }
  /// - Throws: `invalid` where it cannot be written.
  public mutating func keep(for years: Int, from now: Int64) throws(EscrowError) {
    fields["expiration"] = try ReducerValue(encoding: Timestamp.seconds(now + Int64(years) * Self.secondsOfYear))
  }
}
