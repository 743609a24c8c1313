import Escrow
import Foundation
import HandsTools

/// What was begun, carried to another computer or another program, and from there.
extension EscrowDesk {
  /// What is unfinished in the name of this origin.
  ///
  /// - Throws: `HandsError` where a file of it is damaged.
  public func unfinished(at origin: String) throws(HandsError) -> [EscrowErrand] {
    var errands: [EscrowErrand] = []
    for errand in EscrowErrand.allCases {
      let name = errand.name(at: origin)
      let identity =
        errand == .recovery ? try notebook.read(RecoveryNotes.self, of: name)?.identity : try notebook.read(BackupNotes.self, of: name)?.identity
      if identity != nil { errands.append(errand) }
    }
    return errands
  }

  /// One of those as a state of GNU Anastasis' reducer: JSON, with everything in it that opens what is backed up.
  ///
  /// - Returns: `nil` where nothing was begun.
  /// - Throws: `HandsError` with `damaged`.
  public func state(of errand: EscrowErrand, at origin: String) throws(HandsError) -> [UInt8]? {
    let name = errand.name(at: origin)
    let recovery = errand == .recovery ? try notebook.read(RecoveryNotes.self, of: name) : nil
    let backup = errand == .recovery ? nil : try notebook.read(BackupNotes.self, of: name)
    do throws(EscrowError) {
      if let recovery { return try recovery.state()?.written() }
      let core = backup?.file?.coreSecret ?? backup?.secret.map { EscrowWay.coreSecret($0.secret, for: origin) }
      return try backup?.state(core, named: errand == .file ? backup?.file?.name : EscrowWay.name(at: origin), at: now())?.written()
    } catch { throw HandsError(.damaged, "What was begun does not fit together. It was left as it is.") }
  }

  /// Keeps a state, so that the command that it belongs to goes on from it.
  ///
  /// - Parameter replacing: Whether what is unfinished here may be forgotten for it.
  /// - Returns: What it is.
  public func take(_ bytes: [UInt8], at origin: String, replacing: Bool) async throws(ImportRefusal) -> EscrowErrand {
    let state: ReducerState
    do throws(EscrowError) { state = try ReducerState(bytes) } catch { throw .malformed }
    switch state.stage {
    case .error: throw .failed
    case .backup(let stage):
      var notes: BackupNotes
      do throws(ImportRefusal) { notes = try await BackupNotes(state, at: now()) } catch { throw stage == Self.finished ? .finished : error }
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

  private func file<Notes: EscrowNotes>(_ notes: Notes, _ errand: EscrowErrand, at origin: String, _ replacing: Bool) throws(ImportRefusal) {
    let name = errand.name(at: origin)
    guard replacing || !FileManager.default.fileExists(atPath: notebook.path(Notes.self, name)) else { throw .begun(errand) }
    do throws(HandsError) { try notebook.write(notes, of: name) } catch { throw .unwritable }
  }
}

extension BackupNotes {
  /// What is to be backed up says whose it is. Before it is known, it is taken for an account's, which draws its own.
  fileprivate mutating func keep(_ core: CoreSecret?, named name: String?, for origin: String) throws(ImportRefusal) -> EscrowErrand {
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
