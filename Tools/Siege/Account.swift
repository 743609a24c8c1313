import Demo
import TestSite

/// An account of a person who exists only in the siege, as that person knows it.
struct SiegeAccount: Sendable {
  let name: String
  var keys: [HeldKey]
  var browsers: [HeldBrowser] = []
  /// The words on the person's paper; `nil` if there is none, or nobody was told whether it counts.
  var words: [String]?
  /// `false` if nobody was told whether the account was made.
  var isCertain = true
  var acts = 0

  /// Whether something stands, as far as the person was told.
  enum Standing: Sendable { case certain, unknown, gone }

  /// A key with its one credential.
  struct HeldKey: Sendable {
    let authenticator: DemoAuthenticator
    let id: String
    var standing = Standing.certain
    /// The name that it has in the account; `nil` if nobody was told.
    var label: String?
  }
  /// A browser in which the account was signed in.
  struct HeldBrowser: Sendable {
    let visitor: Visitor
    var standing = Standing.certain
  }

  var standingKeys: [Int] { keys.indices.filter { keys[$0].standing == .certain } }
  var signedIn: [Int] { browsers.indices.filter { browsers[$0].standing == .certain } }

  /// Notes that all sessions but one were ended, or that they may have been.
  mutating func endOthers(than kept: Int?, _ standing: Standing) {
    for index in browsers.indices where index != kept && browsers[index].standing != .gone {
      browsers[index].standing = standing
    }
  }
}
