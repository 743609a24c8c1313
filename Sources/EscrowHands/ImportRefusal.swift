/// Why a state of another program, or of another computer, is not taken. Nothing is changed then.
public enum ImportRefusal: Error, Hashable, Sendable {
  /// It is no state of a reducer, or parts of it have not their form.
  case malformed
  /// It says that something went wrong, and nothing else.
  case failed
  /// A backup that is finished: nothing of it is left to do.
  case finished
  /// Who somebody is was not typed yet, or not in this program's form.
  case nobody
  case unknownCountry
  /// A method that we cannot offer.
  case unknownMethod
  /// Its document, its ways and its parts do not fit together.
  case inconsistent
  /// More methods or ways than a page may be told of.
  case tooMuch
  /// The way back into an account at another site.
  case anotherSite
  /// Something is unfinished here that it would take the place of.
  case begun(EscrowErrand)
  case unwritable

  /// For the person.
  public var sentence: String {
    switch self {
    case .malformed: "That is not a state of GNU Anastasis or of this program, or a part of it cannot be read."
    case .failed: "That state says that something went wrong. There is nothing in it to go on with."
    case .finished: "That backup is finished: everything is with its providers, and nothing is left to go on with."
    case .nobody: "That state doesn't say who somebody is, or not as this program needs it. Begin here instead: nothing is lost."
    case .unknownCountry: "That state is for a country that this program doesn't know."
    case .unknownMethod: "That state has a method that this program can't offer."
    case .inconsistent: "The parts of that state don't fit together."
    case .tooMuch: "That state has more methods or more ways than this program can go on with."
    case .anotherSite: "That state is for an account at another site."
    case .begun(let errand): "\(errand.begun) With --replace it is forgotten, and this takes its place."
    case .unwritable: "What was read cannot be kept here."
    }
  }
}

extension EscrowErrand {
  /// What stands in the way of another one.
  fileprivate var begun: String {
    switch self {
    case .setUp: "Account recovery was begun here and is not finished."
    case .file: "The backup of a file was begun here and is not finished."
    case .recovery: "A recovery was begun here and is not finished."
    }
  }
}
