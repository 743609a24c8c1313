import Runner

/// The six ways to sign in, in the order and with the names of B-02.
struct Scenario {
  var flow: FlowName
  var name: String
  var line: String
  /// A long name in the pieces between which it may break.
  var pieces: [[String: String]] {
    name.split(separator: "AvailableCredentials", omittingEmptySubsequences: false).enumerated()
      .map { ["piece": ($0 == 0 ? "" : "AvailableCredentials") + $1] }
  }

  static let all = [
    Scenario(flow: .registration, name: "Registration", line: "Make a passkey for a new user name."),
    Scenario(flow: .passkeyOnly, name: "Passkey-only login", line: "No fields. Your browser asks which passkey."),
    Scenario(flow: .passkeyOrPassword, name: "Passkey login with password option", line: "One button, then choose how."),
    Scenario(flow: .autoFillPasskeyOnly, name: "AutoFill Passkey-only", line: "Focus the field; pick a passkey from the list."),
    Scenario(
      flow: .immediatelyAvailable, name: "preferImmediatelyAvailableCredentials mode",
      line: "Immediate mode: a passkey on this device is offered at once; if there is none, nothing opens."),
    Scenario(flow: .autoFillHybrid, name: "AutoFill Hybrid (complete experience)", line: "Both fields, and a button if the list stays empty."),
  ]
}
