import Flows

/// The six ways to sign in, in the order and with the names of B-02.
struct Scenario {
  var flow: FlowName
  var name: String { flow.label?.text ?? "" }
  var line: String { flow.more?.text ?? "" }
  /// A long name, split into pieces between which it may break.
  var pieces: [[String: String]] {
    name.split(separator: "AvailableCredentials", omittingEmptySubsequences: false).enumerated()
      .map { ["piece": ($0 == 0 ? "" : "AvailableCredentials") + $1] }
  }

  static let all: [Scenario] = [
    .registration, .passkeyOnly, .passkeyOrPassword, .autoFillPasskeyOnly, .immediatelyAvailable, .autoFillHybrid,
  ].map(Scenario.init)
}
