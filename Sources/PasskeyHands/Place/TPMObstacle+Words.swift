import Sentences
import TPMKeys

extension TPMObstacle {
  /// The sentence that describes the obstacle and what to do about it.
  var sentence: Sentence {
    switch self {
    case .missing(let path):
      "There is no \(path): this machine has no TPM 2.0, or it is switched off in the firmware's settings."
    case .forbidden(let path):
      "\(path) may not be opened: join the group tss (sudo usermod -aG tss $USER), then sign in again."
    case .occupied(let path): "\(path) cannot be used: another program may hold it."
    case .silent(let reason) where reason.isEmpty: "The TPM did not answer as a TPM does."
    case .silent(let reason): Sentence(verbatim: reason)
    }
  }
}
