import Foundation
import Synchronization

/// Watches the daemon, readers and cards come and go, on a thread of its own that sleeps in between. News is available
/// as soon as the daemon has it, which itself asks its readers every 400 ms at most; a daemon that comes is noticed
/// within 400 ms.
public final class ReaderMonitor: Sendable {
  private let loop: ReaderLoop

  public init(_ pcsc: PCSC = .system) {
    loop = ReaderLoop(pcsc)
    loop.begin()
  }
  deinit { loop.stop() }

  /// The present situation, and then each new one. A slow subscriber gets only the newest; `changes` of a reader still
  /// says that something went by. The stream ends with `stop`.
  public func situations() -> AsyncStream<ReaderSituation> { loop.subscribe() }

  /// Ends the subscriptions, as happens when nobody holds the monitor any more.
  public func stop() { loop.stop() }

  /// The processor time of the thread so far; `nil` before it began.
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
  /// The library notes how many readers there are when it begins to wait: one that comes between the list and the wait
  /// is news only at the next list. It also overhears a cancel that comes before the wait.
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
        // Not while the lock is held: ending a subscription under it would come back here.
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

  /// Watches until the daemon goes, or the monitor is stopped.
  private func watch(_ context: PCSCContext) throws(PCSCFailure) {
    state.withLock { $0.context = context }
    defer { state.withLock { $0.context = nil } }
    var known: ReaderWatch?
    while !isStopped {
      let names = try context.readerNames(), watch = ReaderWatch(names, since: known)
      do {
        // The first look at a list does not wait, so that an empty list is news too.
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
    // Under the lock, so that the thread is still there whose clock is read.
    state.withLock { state in
      guard let clock = state.clock else { return nil }
      var time = timespec()
      guard clock_gettime(clock, &time) == 0 else { return nil }
      return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
  }
}
