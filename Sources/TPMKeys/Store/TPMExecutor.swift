import Foundation

/// A thread of the store's own: the calls to the TPM block for as long as it works, and Swift's few threads are for what does not.
final class TPMExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "latchstring.tpm")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
