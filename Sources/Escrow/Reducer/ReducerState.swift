/// A state of the reducer by which the programs of GNU Anastasis keep a backup or a recovery: one JSON object, with secrets in it. Fields that
/// nobody here knows stay in it.
public struct ReducerState: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  /// The two reducers write some things differently. Either is read, whatever else it says.
  public enum Flavor: Hashable, Sendable { case typeScript, c }
  /// Where somebody is.
  public enum Stage: Hashable, Sendable {
    /// As `backup_state` calls it.
    case backup(String)
    /// As `recovery_state` calls it.
    case recovery(String)
    /// By its number in GNU Taler's registry.
    case error(code: Int)
  }
  public let flavor: Flavor
  public let stage: Stage
  /// All of it.
  public internal(set) var fields: [String: ReducerValue]

  /// - Throws: `malformed` where it is no state.
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

  /// As text, for a file or another program.
  ///
  /// - Throws: `invalid` where it cannot be written.
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
  /// A backup before anything is drawn for it.
  ///
  /// - Parameters:
  ///   - policies: What was chosen of them so far; none before that.
  ///   - secret: What is to be backed up, where that is known already.
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

  /// The country of residence; `nil` for one that we do not have.
  public var country: Country? { fields["selected_country"]?.text.flatMap { Country.of(code: $0) } }

  /// Writes down where somebody lives, and every provider that is known, also those of no policy.
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
