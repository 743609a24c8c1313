import Authenticator
import Synchronization

/// Storage in memory that can be full, or whose machine can be switched off in the middle.
final class MemoryStorage: AuthenticatorStorage {
  struct State {
    var pieces: [String: [UInt8]] = [:]
    var writes = 0
    /// So many changes still succeed; the next one does not happen, and nothing after it until the machine is on again.
    var changesUntilKill: Int?
    var isOff = false
    var isFull = false
  }
  let state: Mutex<State>

  init(_ pieces: [String: [UInt8]] = [:]) { state = Mutex(State(pieces: pieces)) }

  var pieces: [String: [UInt8]] { state.withLock { $0.pieces } }
  var writes: Int { state.withLock { $0.writes } }
  func will(_ change: @Sendable (inout State) -> Void) { state.withLock { change(&$0) } }

  func read(_ name: String) throws(StorageError) -> [UInt8]? {
    try state.withLock { state throws(StorageError) in
      guard !state.isOff else { throw .unavailable }
      return state.pieces[name]
    }
  }
  func write(_ bytes: [UInt8], as name: String) throws(StorageError) {
    try change { state throws(StorageError) in
      guard !state.isFull else { throw .full }
      state.writes += 1
      state.pieces[name] = bytes
    }
  }
  func remove(_ name: String) throws(StorageError) {
    try change { state throws(StorageError) in state.pieces[name] = nil }
  }
  func names() throws(StorageError) -> [String] {
    try state.withLock { state throws(StorageError) in
      guard !state.isOff else { throw .unavailable }
      return Array(state.pieces.keys)
    }
  }

  func alone<Result>(_ body: (any AuthenticatorStorage) throws -> Result) throws -> Result { try body(self) }

  private func change(_ body: (inout State) throws(StorageError) -> Void) throws(StorageError) {
    try state.withLock { state throws(StorageError) in
      if let left = state.changesUntilKill {
        if left == 0 { state.isOff = true } else { state.changesUntilKill = left - 1 }
      }
      guard !state.isOff else { throw .unavailable }
      try body(&state)
    }
  }
}
