import CPCSC
import Foundation

extension PCSC {
  /// Returns the current situation, queried once and without waiting.
  public func situation() -> ReaderSituation {
    do {
      let context = try PCSCContext(self), watch = ReaderWatch(try context.readerNames(), since: nil)
      try watch.look(in: context, timeout: 0)
      return watch.situation
    } catch { return .noDaemon }
  }
}

/// The readers that one call of `SCardGetStatusChange` queries, with their previously known states.
final class ReaderWatch {
  private(set) var states: [SCARD_READERSTATE]
  let names: [String]
  /// The texts that the C structures point to.
  private let texts: [UnsafeMutablePointer<CChar>?]
  private var notifier: Int { states.count - 1 }
  /// The maximum number of readers. The library takes 16 entries (PCSCLITE_MAX_READERS_CONTEXTS), one of which is
  /// reserved for changes to the list of readers.
  private static let mostReaders = 15

  /// - Parameter earlier: The watch on an earlier list of readers. Its facts about readers that are still connected are
  ///   kept.
  init(_ all: [String], since earlier: ReaderWatch?) {
    names = Array(all.prefix(Self.mostReaders))
    texts = (names + ["\\\\?PnP?\\Notification"]).map { strdup($0) }
    states = texts.map { text in
      var state = SCARD_READERSTATE()
      state.szReader = UnsafePointer(text)
      return state
    }
    guard let earlier else { return }
    for (index, name) in names.enumerated() {
      if let known = earlier.names.firstIndex(of: name) {
        states[index].dwCurrentState = earlier.states[known].dwCurrentState
      }
    }
    states[notifier].dwCurrentState = earlier.states[earlier.notifier].dwCurrentState
  }
  deinit { for text in texts { free(text) } }

  /// Waits until something differs from the known states.
  /// - Returns: `true` if something has changed.
  @discardableResult
  func look(in context: PCSCContext, timeout: UInt) throws(PCSCFailure) -> Bool {
    let result = context.library.wait(in: context.handle) {
      $0.getStatusChange(context.handle, timeout, &states, UInt(states.count))
    }
    if PCSCFailure(result) == .timeout { return false }
    try PCSCFailure.check(result)
    for index in states.indices {
      states[index].dwCurrentState = states[index].dwEventState & ~UInt(SCARD_STATE_CHANGED)
    }
    return true
  }

  var situation: ReaderSituation {
    if names.isEmpty { return .noReader }
    return .readers(
      zip(names, states).map { name, state in
        let event = state.dwEventState
        guard event & UInt(SCARD_STATE_PRESENT) != 0 else { return .init(name: name, changes: Int(event >> 16)) }
        let answer = withUnsafeBytes(of: state.rgbAtr) { Array($0.prefix(Int(state.cbAtr))) }
        return .init(
          name: name, card: .init(answerToReset: answer, isMute: event & UInt(SCARD_STATE_MUTE) != 0),
          changes: Int(event >> 16))
      })
  }
}
