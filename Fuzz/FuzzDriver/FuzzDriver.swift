/// libFuzzer's own main function as an ordinary function, because the package manager needs to name ours.
@_silgen_name("LLVMFuzzerRunDriver") func LLVMFuzzerRunDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ oneInput: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// The fuzzer runs in one thread, and its C callback cannot capture anything.
nonisolated(unsafe) private var target: (UInt8, [UInt8]) -> Void = { _, _ in }

/// Runs libFuzzer with the arguments of this process.
///
/// - Parameter run: Reads an input. Its first byte chooses a parser, so that one corpus serves all.
public func fuzz(_ run: @escaping (UInt8, [UInt8]) -> Void) {
  target = run
  var count = CommandLine.argc
  var arguments = CommandLine.unsafeArgv
  _ = LLVMFuzzerRunDriver(&count, &arguments) { start, count in
    let input = UnsafeBufferPointer(start: start, count: count)
    if let first = input.first { target(first, Array(input.dropFirst())) }
    return 0
  }
}
