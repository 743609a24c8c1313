import Foundation

/// The file by which the kernel offers a TPM.
struct DeviceFile {
  let path: String

  /// `nil` where the TPM is not reached by a file of the kernel's.
  init?(_ device: String) {
    guard device == "device" || device.hasPrefix("device:") else { return nil }
    let path = device.dropFirst("device:".count)
    self.path = path.isEmpty ? "/dev/tpmrm0" : String(path)
  }

  var exists: Bool { access(path, F_OK) == 0 }
  var mayBeOpened: Bool { access(path, R_OK | W_OK) == 0 }
  /// Whether another program holds a device that takes one at a time, as /dev/tpm0 does.
  var isOccupied: Bool {
    let file = open(path, O_RDWR | O_CLOEXEC)
    guard file < 0 else {
      close(file)
      return false
    }
    return errno == EBUSY
  }

  /// Why it cannot be used, as the person can do something about it.
  var obstacle: String {
    if !exists { return "There is no \(path): this machine has no TPM 2.0, or it is switched off in the firmware's settings." }
    if !mayBeOpened { return "\(path) may not be opened: join the group tss (sudo usermod -aG tss $USER), then sign in again." }
    return "\(path) cannot be used: another program may hold it."
  }
}
