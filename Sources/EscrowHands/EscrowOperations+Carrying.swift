import Escrow
import Foundation
import HandsTools
import Sentences

/// Carries what was begun to another computer or another program, and back.
extension EscrowOperations {
  /// The errands that are unfinished in the name of this origin.
  ///
  /// - Throws: `HandsError` if a file of it is damaged.
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

  /// One errand as a state of GNU Anastasis' reducer: JSON, with everything in it that opens what is backed up.
  ///
  /// - Returns: `nil` if nothing was begun.
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

  /// Keeps a state, so that the command to which it belongs can continue from it.
  ///
  /// - Parameter replacing: `true` if unfinished work here may be forgotten for it.
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
      // An account's has one step left: it is made a way in.
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
  /// Keeps what is to be backed up, which says whose it is. Before it is known, it is taken for that of an account,
  /// which draws its own.
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

/// The reason why a state of another program, or of another computer, is not taken. Nothing is changed then.
public enum ImportRefusal: Error, Hashable, Sendable {
  /// The input is no state of a reducer, or parts of it do not have their form.
  case malformed
  /// The state says that something went wrong, and nothing else.
  case failed
  /// The backup is finished: nothing of it is left to do.
  case finished
  /// The person was not named yet, or not in the form that this program needs.
  case nobody
  case unknownCountry
  /// The state has a method that we cannot offer.
  case unknownMethod
  /// Its document, its ways and its parts do not fit together.
  case inconsistent
  /// The state has more methods or ways than a page may be told of.
  case tooMuch
  /// The state is for an account at another site.
  case anotherSite
  /// Something is unfinished here, whose place it would take.
  case begun(EscrowErrand)
  case unwritable

  /// The reason in a sentence for the person.
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
  /// The sentence that says what stands in the way.
  fileprivate var begun: Sentence {
    switch self {
    case .setUp: "Account recovery was begun here and is not finished."
    case .file: "The backup of a file was begun here and is not finished."
    case .recovery: "A recovery was begun here and is not finished."
    }
  }
}
