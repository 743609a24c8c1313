import Escrow
import Foundation
import HandsTools
import Sentences

/// Moves unfinished work to another computer or another program, and back.
extension EscrowOperations {
  /// Returns the unfinished errands of this origin.
  ///
  /// - Throws: `HandsError` if one of the origin's files is damaged.
  public func unfinished(at origin: String) throws(HandsError) -> [EscrowErrand] {
    var errands: [EscrowErrand] = []
    for errand in EscrowErrand.allCases {
      let name = errand.name(at: origin)
      let identity =
        errand == .recovery
        ? try notebook.read(RecoveryNotes.self, of: name)?.identity
        : try notebook.read(BackupNotes.self, of: name)?.identity
      if identity != nil { errands.append(errand) }
    }
    return errands
  }

  /// Returns one errand as a state of GNU Anastasis' reducer: JSON that includes everything needed to open the backup.
  ///
  /// - Returns: `nil` if the errand was not begun.
  /// - Throws: `HandsError` with `damaged`.
  public func state(of errand: EscrowErrand, at origin: String) throws(HandsError) -> [UInt8]? {
    let name = errand.name(at: origin)
    let recovery = errand == .recovery ? try notebook.read(RecoveryNotes.self, of: name) : nil
    let backup = errand == .recovery ? nil : try notebook.read(BackupNotes.self, of: name)
    do throws(EscrowError) {
      if let recovery { return try recovery.state()?.written() }
      let core = backup?.file?.coreSecret ?? backup?.secret.map { EscrowWay.coreSecret($0.secret, for: origin) }
      return try backup?.state(
        core, named: errand == .file ? backup?.file?.name : EscrowWay.name(at: origin), at: now())?.written()
    } catch { throw HandsError(.damaged, "What was begun does not fit together. It was left as it is.") }
  }

  /// Stores a state, so that the corresponding command can continue from it.
  ///
  /// - Parameter replacing: `true` if the state may replace unfinished work here.
  /// - Returns: The kind of errand that the state belongs to.
  public func take(_ bytes: [UInt8], at origin: String, replacing: Bool) async throws(ImportRefusal) -> EscrowErrand {
    let state: ReducerState
    do throws(EscrowError) { state = try ReducerState(bytes) } catch { throw .malformed }
    switch state.stage {
    case .error: throw .failed
    case .backup(let stage):
      var notes: BackupNotes
      do throws(ImportRefusal) { notes = try await BackupNotes(state, at: now()) } catch {
        throw stage == Self.finished ? .finished : error
      }
      let core = state.coreSecret ?? (try? notes.draft?.coreSecret())
      // A finished backup of an account still has one step left: the secret must be made a way into the account.
      guard stage != Self.finished || core?.mime == EscrowWay.mime else { throw .finished }
      let errand = try notes.keep(core, named: state.secretName, for: origin)
      try file(notes, errand, at: origin, replacing)
      return errand
    case .recovery:
      try file(RecoveryNotes(state), .recovery, at: origin, replacing)
      return .recovery
    }
  }

  private static let finished = "BACKUP_FINISHED"

  private func file<Notes: EscrowNotes>(_ notes: Notes, _ errand: EscrowErrand, at origin: String, _ replacing: Bool)
    throws(ImportRefusal)
  {
    let name = errand.name(at: origin)
    guard replacing || !FileManager.default.fileExists(atPath: notebook.path(Notes.self, name)) else {
      throw .begun(errand)
    }
    do throws(HandsError) { try notebook.write(notes, of: name) } catch { throw .unwritable }
  }
}

extension BackupNotes {
  /// Stores the secret to back up, which determines the errand. If the secret is unknown, it is assumed to belong to an
  /// account, whose secret is generated here.
  fileprivate mutating func keep(_ core: CoreSecret?, named name: String?, for origin: String) throws(ImportRefusal)
    -> EscrowErrand
  {
    guard let core else { return .setUp }
    if let bytes = EscrowWay.bytes(of: core, for: origin) {
      secret = FiledSecret(bytes)
      return .setUp
    }
    guard core.mime != EscrowWay.mime else { throw .anotherSite }
    file = NotedFile(core, named: name)
    return .file
  }
}

/// The reason why a state from a different program or computer is rejected. A rejected state changes nothing.
public enum ImportRefusal: Error, Hashable, Sendable {
  /// The input is not a reducer's state, or parts of it are malformed.
  case malformed
  /// The state contains only an error.
  case failed
  /// The backup is finished, so there is nothing left to do.
  case finished
  /// The person is not identified yet, or not in the form that this program requires.
  case nobody
  case unknownCountry
  /// The state contains a method that we cannot offer.
  case unknownMethod
  /// The state's document, ways and parts are inconsistent with each other.
  case inconsistent
  /// The state has more methods or ways than may be reported to a page.
  case tooMuch
  /// The state is for an account at a different site.
  case anotherSite
  /// The state would replace unfinished work.
  case begun(EscrowErrand)
  case unwritable

  /// The reason, in a sentence for the person.
  public var sentence: Sentence {
    switch self {
    case .malformed: "That is not a state of GNU Anastasis or of this program, or a part of it cannot be read."
    case .failed: "That state says that something went wrong. There is nothing in it to go on with."
    case .finished: "That backup is finished: everything is with its providers, and nothing is left to go on with."
    case .nobody:
      "That state doesn't say who somebody is, or not as this program needs it. Begin here instead: nothing is lost."
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
  /// A sentence about the unfinished work that would be replaced.
  fileprivate var begun: Sentence {
    switch self {
    case .setUp: "Account recovery was begun here and is not finished."
    case .file: "The backup of a file was begun here and is not finished."
    case .recovery: "A recovery was begun here and is not finished."
    }
  }
}
