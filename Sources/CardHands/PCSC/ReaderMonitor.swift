import Foundation
import Synchronization

/// Watches the daemon, readers and cards appear and disappear, on a dedicated thread that sleeps in between. Changes
/// are reported as soon as the daemon detects them; the daemon itself polls its readers at least every 400 ms. A new
/// daemon is detected within 400 ms.
public final class ReaderMonitor: Sendable {
  private let loop: ReaderLoop

  public init(_ pcsc: PCSC = .system) {
    loop = ReaderLoop(pcsc)
    loop.begin()
  }
  deinit { loop.stop() }

  /// Returns the current situation, followed by each new one. A slow subscriber receives only the latest situation, but
  /// a reader's `changes` still shows that something happened in between. The stream ends with `stop`.
  public func situations() -> AsyncStream<ReaderSituation> { loop.subscribe() }

  /// Ends the subscriptions. This also happens once the monitor is no longer referenced.
  public func stop() { loop.stop() }

  /// The thread's processor time so far; `nil` if the thread has not begun.
  var processorTime: Duration? { loop.processorTime }
}

private final class ReaderLoop: Sendable {
  private struct State {
    var situation: ReaderSituation?
    var subscribers: [Int: AsyncStream<ReaderSituation>.Continuation] = [:]
    var subscriptions = 0
    var isStopped = false
    /// The context in which the thread waits.
    var context: PCSCContext?
    var clock: clockid_t?
  }
  private let pcsc: PCSC
  private let state = Mutex(State())
  private let stopping = DispatchSemaphore(value: 0)
  /// The maximum time of one wait, in milliseconds. The library records the number of readers when it begins to wait. A
  /// reader that arrives between the list and the wait is therefore detected only with the next list. The library also
  /// ignores a cancellation that arrives before the wait.
  private static let mostPatience: UInt = 2_000
  private static let daemonPatience = DispatchTimeInterval.milliseconds(350)

  init(_ pcsc: PCSC) { self.pcsc = pcsc }

  func begin() {
    let thread = Thread { self.run() }
    thread.name = "card readers"
    thread.start()
  }

  func subscribe() -> AsyncStream<ReaderSituation> {
    let (stream, continuation) = AsyncStream<ReaderSituation>.makeStream(bufferingPolicy: .bufferingNewest(1))
    state.withLock { state in
      guard !state.isStopped else { return continuation.finish() }
      let number = state.subscriptions
      state.subscriptions += 1
      state.subscribers[number] = continuation
      if let situation = state.situation { continuation.yield(situation) }
      continuation.onTermination = { [weak self] _ in
        // Must not run while the lock is held: ending a subscription under the lock would re-enter it here.
        self?.state.withLock { _ = $0.subscribers.removeValue(forKey: number) }
      }
    }
    return stream
  }

  func stop() {
    let (context, subscribers) = state.withLock { state in
      defer { state.isStopped = true; state.subscribers = [:] }
      return (state.context, state.subscribers.values)
    }
    for subscriber in subscribers { subscriber.finish() }
    if let context { _ = pcsc.call { $0.cancel(context.handle) } }
    stopping.signal()
  }

  private var isStopped: Bool { state.withLock { $0.isStopped } }

  private func run() {
    var clock = clockid_t()
    if pthread_getcpuclockid(pthread_self(), &clock) == 0 { state.withLock { $0.clock = clock } }
    while !isStopped {
      do { try watch(PCSCContext(pcsc)) } catch {
        guard !isStopped else { break }
        publish(.noDaemon)
        _ = stopping.wait(timeout: .now() + Self.daemonPatience)
      }
    }
    state.withLock { $0.clock = nil }
  }

  /// Watches until the daemon has gone or the monitor is stopped.
  private func watch(_ context: PCSCContext) throws(PCSCFailure) {
    state.withLock { $0.context = context }
    defer { state.withLock { $0.context = nil } }
    var known: ReaderWatch?
    while !isStopped {
      let names = try context.readerNames(), watch = ReaderWatch(names, since: known)
      do {
        // The first look at a list does not wait, so that an empty list is reported too.
        try watch.look(in: context, timeout: known?.names == names ? Self.mostPatience : 0)
        known = watch
        publish(watch.situation)
      } catch PCSCFailure.unknownReader {
        continue  // it went between the two calls
      } catch PCSCFailure.cancelled {
        return
      } catch { throw error }
    }
  }

  private func publish(_ situation: ReaderSituation) {
    state.withLock { state in
      guard state.situation != situation else { return }
      state.situation = situation
      for subscriber in state.subscribers.values { subscriber.yield(situation) }
    }
  }

  var processorTime: Duration? {
    // This runs under the lock, so that the thread whose clock is read still exists.
    state.withLock { state in
      guard let clock = state.clock else { return nil }
      var time = timespec()
      guard clock_gettime(clock, &time) == 0 else { return nil }
      return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
  }
}
