import Sentences

extension Holdings {
  /// Account recovery with providers.
  public enum Escrow: Hashable, Sendable {
    case none
    /// What a server knows: that it is set up, and the day on which shares were last joined. It is one thing.
    case somewhere(joinedOn: Int?)
    /// What the hands know.
    case known(Plan)
  }

  /// The number of days for which a server, which asks no provider, counts joined shares as proved.
  static let joinedLasts = 365

  /// Providers, the parts that they keep, and the policies that join them.
  public struct Plan: Hashable, Sendable {
    public enum Trouble: Hashable, Sendable {
      /// It does not answer, and may be back tomorrow.
      case silent
      /// It is closed, was not paid, or has another document.
      case gone
    }
    public struct Provider: Hashable, Sendable {
      public var name: String
      public var trouble: Trouble?
      public var hasDocument: Bool
      /// The day on which it last answered; `nil` if it never did.
      public var answeredOn: Int?
      /// The day on which what it keeps ends; `nil` if it named none.
      public var paidUntil: Int?
      public init(
        _ name: String, _ trouble: Trouble? = nil, hasDocument: Bool = true, answeredOn: Int? = nil,
        paidUntil: Int? = nil
      ) {
        self.name = name; self.trouble = trouble; self.hasDocument = hasDocument
        self.answeredOn = answeredOn; self.paidUntil = paidUntil
      }
    }
    /// What a provider asks before it gives its part back. The hands keep kinds and no addresses, so all parts of one
    /// kind depend on one thing.
    public enum Method: String, Hashable, Sendable, CaseIterable {
      case question, email, sms, post, iban, totp, video
      /// `true` if what answers it is an object that lies somewhere.
      var liesSomewhere: Bool { self == .sms || self == .totp || self == .post }
    }
    public struct Part: Hashable, Sendable {
      public var method: Method
      /// An index of `providers`.
      public var provider: Int
      /// The day on which the provider last gave this part back.
      public var provedOn: Int?
      public init(_ method: Method, _ provider: Int, provedOn: Int?) {
        self.method = method; self.provider = provider; self.provedOn = provedOn
      }
    }
    public var providers: [Provider]
    public var parts: [Part]
    /// The indices of each policy's parts. A part may be in several policies.
    public var policies: [[Int]]
    /// Where the things lie that answer, such as a phone.
    public var places: [Method: String]

    public init(_ providers: [Provider], _ parts: [Part], _ policies: [[Int]], at places: [Method: String] = [:]) {
      self.providers = providers; self.parts = parts; self.policies = policies; self.places = places
    }

    /// Returns `true` if each part of a policy was given back.
    func isTried(_ policy: [Int]) -> Bool { policy.allSatisfy { parts[$0].provedOn != nil } }
  }
}
