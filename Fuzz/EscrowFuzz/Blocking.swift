import Dispatch

/// Waits for asynchronous work: the fuzzer's one thread has nothing else to do.
enum Blocking {
  static func wait(_ work: @escaping @Sendable () async -> Void) {
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      await work()
      done.signal()
    }
    done.wait()
  }
}
