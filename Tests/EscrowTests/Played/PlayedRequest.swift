/// The protocol's calls.
enum PlayedCall: Hashable, Sendable {
  case config, uploadDocument, fetchDocument, list, uploadTruth, challenge, solve, old, own, unknown
}

/// A received request.
struct PlayedRequest: Sendable {
  var call = PlayedCall.unknown
  var method: String
  var path: String
  /// The account or truth that it concerns, in base32.
  var name = ""
  var query: [String: String] = [:]
  var headers: [String: String]
  var body: [UInt8]

  init(method: String, path: String, query: [String: String], headers: [String: String], body: [UInt8]) {
    self.method = method; self.path = path; self.query = query; self.headers = headers; self.body = body
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
    (call, name) =
      switch (method, parts.count, parts.first, parts.last) {
      case ("GET", 1, "config", _): (.config, "")
      case ("POST", 2, "policy", let name?): (.uploadDocument, name)
      case ("GET", 2, "policy", let name?): (.fetchDocument, name)
      case ("GET", 3, "policy", "meta"): (.list, parts[1])
      case ("POST", 2, "truth", let name?): (.uploadTruth, name)
      case ("POST", 3, "truth", "challenge"): (.challenge, parts[1])
      case ("POST", 3, "truth", "solve"): (.solve, parts[1])
      case ("GET", 2, "truth", let name?): (.old, name)
      case ("GET", 2, "own", let name?): (.own, name)
      default: (.unknown, "")
      }
  }
}

/// The response.
struct PlayedAnswer: Sendable {
  var status: Int
  var headers: [String: String] = [:]
  var body: [UInt8] = []
  static func fault(_ status: Int, _ code: Int) -> PlayedAnswer { json(status, #"{"code":\#(code),"hint":"played"}"#) }
  static func json(_ status: Int, _ text: String) -> PlayedAnswer {
    PlayedAnswer(status: status, headers: ["Content-Type": "application/json"], body: Array(text.utf8))
  }
  static func payment(_ uri: String) -> PlayedAnswer { PlayedAnswer(status: 402, headers: ["Taler": uri]) }
}

/// A deviation from the protocol that a test imposes on a provider.
enum Trick: Sendable {
  case answer(PlayedAnswer)
  /// It takes the request and never answers.
  case silence
  /// It waits until this number of requests of the kind, including this one, have arrived, and then acts as `then`
  /// says.
  case waits(until: Int, then: PlayedAnswer)
  /// It begins to answer and never ends.
  case trickle
  /// It takes the request, does nothing, and closes the connection.
  case cut
  /// It does what it should, and closes the connection without answering.
  case cutAfter
  /// It does what it should, and answers something else.
  case changed(@Sendable (PlayedAnswer) -> PlayedAnswer)
}
