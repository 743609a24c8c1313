/// A state of the reducer. This is the form in which the programs of GNU Anastasis store a backup or a recovery: one
/// JSON object that contains secrets. Unknown fields are preserved.
public struct ReducerState: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  /// The reducer that wrote the state. The two reducers encode some values differently, but both forms are always read.
  public enum Flavor: Hashable, Sendable { case typeScript, c }
  /// The stage of the process.
  public enum Stage: Hashable, Sendable {
    /// The value of `backup_state`.
    case backup(String)
    /// The value of `recovery_state`.
    case recovery(String)
    /// An error, by its number in GNU Taler's registry.
    case error(code: Int)
  }
  public let flavor: Flavor
  public let stage: Stage
  /// The complete contents.
  public internal(set) var fields: [String: ReducerValue]

  /// - Throws: `malformed` if the bytes are not a state.
  public init(_ bytes: [UInt8]) throws(EscrowError) {
    let fields = try ReducerValue(bytes).members
    flavor = fields["reducer_type"] == nil ? .c : .typeScript
    if let state = fields["backup_state"]?.text {
      stage = .backup(state)
    } else if let state = fields["recovery_state"]?.text {
      stage = .recovery(state)
    } else if let code = fields["code"]?.number {
      stage = .error(code: code)
    } else {
      throw EscrowError(.malformed, "no state of a reducer")
    }
    self.fields = fields
  }
  init(_ stage: Stage, _ flavor: Flavor, _ fields: [String: ReducerValue]) {
    self.stage = stage; self.flavor = flavor; self.fields = fields
    let names: (type: String, state: (name: String, text: String)?) =
      switch stage {
      case .backup(let state): ("backup", ("backup_state", state))
      case .recovery(let state): ("recovery", ("recovery_state", state))
      case .error: ("error", nil)
      }
    self.fields["reducer_type"] = flavor == .typeScript ? .string(names.type) : nil
    if let state = names.state { self.fields[state.name] = .string(state.text) }
  }

  /// Encodes the state as text, for a file or another program.
  ///
  /// - Throws: `invalid` if the state cannot be encoded.
  public func written() throws(EscrowError) -> [UInt8] {
    guard let bytes = ReducerValue.object(fields).bytes else {
      throw EscrowError(.invalid, "a state that cannot be written")
    }
    return bytes
  }

  public var description: String { "a reducer's state: \(stage)" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension ReducerState {
  /// Creates a state for a backup for which no random value has been generated yet.
  ///
  /// - Parameters:
  ///   - policies: The policies chosen so far; empty if none have been chosen.
  ///   - secret: The secret to back up, if it is already known.
  public init(
    begun attributes: [String: String], methods: [BackupMethod], policies: [[PolicyPart]], secret: CoreSecret?,
    secretName: String?,
    flavor: Flavor = .typeScript
  ) {
    self.init(.backup(policies.isEmpty ? "AUTHENTICATIONS_EDITING" : "POLICIES_REVIEWING"), flavor, [:])
    fields["identity_attributes"] = .object(attributes.mapValues(ReducerValue.string))
    fields["authentication_methods"] = .array(methods.map(\.reducerValue))
    fields["policies"] = policies.isEmpty ? nil : Self.value(of: policies)
    fields["secret_name"] = secretName.map(ReducerValue.string)
    fields["core_secret"] = secret?.reducerValue
  }

  /// The country of residence; `nil` if the country is not in our list.
  public var country: Country? { fields["selected_country"]?.text.flatMap { Country.of(code: $0) } }

  /// Records the place of residence and every known provider, including those that no policy uses.
  public mutating func add(
    _ country: Country?, _ providers: [ProviderAddress], _ configurations: [ProviderAddress: ProviderConfiguration]
  ) {
    if let country {
      fields["selected_country"] = .string(country.code)
      fields["selected_continent"] = country.continentInAnastasis.map(ReducerValue.string)
    }
    setProviders(configurations)
    var named = fields["authentication_providers"]?.members ?? [:]
    for address in providers where named[address.text] == nil {
      named[address.text] = .object(of: ["status": "not-contacted"])
    }
    fields["authentication_providers"] = .object(named)
  }

  private static let secondsOfYear: Int64 = 31_536_000

  /// Returns the storage period in years, counted from this time of the Unix clock and rounded up, or `nil` if the
  /// state does not record it.
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
  /// Records a storage period of this many years.
  ///
  /// - Throws: `invalid` if the end of the period cannot be encoded.
  public mutating func keep(for years: Int, from now: Int64) throws(EscrowError) {
    fields["expiration"] = try ReducerValue(encoding: Timestamp.seconds(now + Int64(years) * Self.secondsOfYear))
  }
}
