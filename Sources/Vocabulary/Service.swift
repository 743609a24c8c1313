import Model

/// What a service asks of the person who is signed in.
public struct ServiceQuestion: Codable, Hashable, Sendable {
  /// The service's name for people.
  public var service: String
  /// The user name of the person who is asked, if they may go on with another account; `nil` if the service asks for
  /// this one.
  public var account: String?
  /// What it gets, as it stands here: the user name first.
  public var gets: [Piece]
  /// `true` if the person has said yes to all of this before, and only a touch is missing.
  public var isKnown: Bool
  /// `true` if a key must be touched for it now.
  public var needsTouch: Bool
  /// `true` if only a key of which its maker says that it cannot be copied will do.
  public var needsHardware: Bool

  /// A piece of what the service gets.
  public enum Piece: Codable, Hashable, Sendable {
    case username(String)
    case email(String?)
    case groups([String])
    /// It may ask again while the person is away.
    case whileAway
  }

  public init(
    service: String, account: String?, gets: [Piece], isKnown: Bool, needsTouch: Bool, needsHardware: Bool
  ) {
    self.service = service; self.account = account; self.gets = gets; self.isKnown = isKnown
    self.needsTouch = needsTouch; self.needsHardware = needsHardware
  }
}

extension ServerEffect {
  /// What a flow asks about the service with whose request its run began.
  public enum Service: Codable, Hashable, Sendable {
    case read
    /// Notes that the service may know what was asked, and lets it know once.
    case allow
  }
}

extension ServerReply {
  public enum Service: Codable, Hashable, Sendable {
    case question(ServiceQuestion)
    case allowed
    /// The service, or its request, is not there any more.
    case gone
    /// A touch is needed, and there is none, or it was too long ago.
    case touchNeeded
    /// The maker of the key that was touched does not say that it cannot be copied.
    case notHardware
  }
}

extension ServerReply.Service {
  func answers(_ asked: ServerEffect.Service) -> Bool {
    switch (asked, self) {
    case (.read, .question), (.read, .gone): true
    case (.allow, .allowed), (.allow, .gone), (.allow, .touchNeeded), (.allow, .notHardware): true
    default: false
    }
  }
}
