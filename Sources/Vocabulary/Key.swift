import HandsProtocol
import Model

extension HandsEffect {
  public enum Key: Codable, Hashable, Sendable {
    case create(excluding: [KeyID])  // G-05
    case createHere  // a passkey of this very device, where no other key is at hand
    case tap(KeyID)
    case register(username: String)  // B-05: a passkey for an account that does not exist yet
    case signIn  // B-08: the browser's own choice among discoverable credentials
    case signInImmediately  // B-20: only what is on this device, without asking anywhere else
    case autoFill  // B-31: a conditional request; it lives as long as its screen
    case confirm  // a key of the account that is signed in, touched for a change to it
  }
}
extension HandsReply {
  public enum Key: Codable, Hashable, Sendable { case given(Evidence), fault(KeyFault) }
}
extension ServerEffect {
  public enum Key: Codable, Hashable, Sendable {
    case verify(Evidence, Ceremony)
    /// Adds a new key as a way in. Without evidence, the key can only sign in.
    case commitWrap(KeyID, label: String, role: KeyRole, Evidence?)
    case revokeWrap(KeyID)
    /// Finds the key whose touch began this session, so that what it gave then can open now. It is answered with a
    /// verdict only in a run that the server itself began with that touch.
    case recall
  }
}
extension ServerReply {
  public enum Key: Codable, Hashable, Sendable {
    case verified(KeyID, Ceremony), rejected(Rejection), revoked(KeyID)
    /// The key was added. `alsoOpening` names the existing keys that can open the Master Key from now on, because they
    /// were touched in the same page.
    case committed(KeyID, reach: KeyReach? = nil, alsoOpening: [KeyID] = [])
    /// A different key of the account has that name. Nothing was written.
    case nameTaken(free: String)
    /// The wrap does not fit the account's current state. Nothing was written.
    case notCommitted, tooLate
    /// The key that signed in within the last five minutes and opens the account as it stands; `nil` if there is none.
    /// This is no verdict: nothing is written or granted because of it.
    case recalled(KeyID?)
  }
}

extension HandsReply.Key {
  func answers(_ asked: HandsEffect.Key) -> Bool {
    switch self {
    case .given: true
    case .fault(.alreadyEnrolled):
      switch asked {
      case .create, .createHere: true
      default: false
      }
    case .fault(.noneHere): asked == .signInImmediately
    case .fault: true
    }
  }
}
extension ServerReply.Key {
  func answers(_ asked: ServerEffect.Key) -> Bool {
    switch (asked, self) {
    case (.verify(_, let asked), .verified(_, let verified)): asked == verified
    case (.verify, .rejected): true
    case (.commitWrap(let asked, _, _, _), .committed(let key, _, _)), (.revokeWrap(let asked), .revoked(let key)):
      asked == key
    case (.commitWrap, .notCommitted), (.commitWrap, .tooLate), (.commitWrap, .nameTaken), (.revokeWrap, .notCommitted):
      true
    case (.recall, .recalled), (.recall, .verified): true
    default: false
    }
  }
}

/// The purpose of a touch. The runner binds the challenge to it, so that an assertion made for one purpose is not valid
/// for any other.
public enum Ceremony: String, Codable, Hashable, Sendable { case create, confirm, test, signIn }

/// The reason why the server rejected a credential, as one of the few kinds that a person can act on.
public enum Rejection: String, Codable, Hashable, Sendable, CaseIterable {
  case expired  // E-14: more than five minutes went by, or the challenge was used before
  case unknownKey  // no account here holds it
  case wrongPlace  // made for another site or page
  case unverifiedPerson  // the key did not check that it is its holder
  case copied  // the signature counter says that there may be a second copy (E-19)
  case unsupported  // an algorithm or an attestation that this site does not take
  case closed  // whoever runs the site closed the account to everybody
  case invalid  // it does not verify
}
