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
    guard let bytes = ReducerValue.object(fields).bytes else { throw EscrowError(.invalid, "a state that cannot be written") }
    return bytes
  }

  public var description: String { "a reducer's state: \(stage)" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
