/// libFuzzer's own main function, as a function: the package manager wants to name ours.
@_silgen_name("LLVMFuzzerRunDriver") func LLVMFuzzerRunDriver(
  _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ oneInput: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// What libFuzzer calls for each input.
func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = UnsafeBufferPointer(start: start, count: count)
  guard let first = input.first, let target = FuzzTarget(rawValue: first % UInt8(FuzzTarget.allCases.count)) else { return 0 }
  target.run(Array(input.dropFirst()))
  return 0
}

var count = CommandLine.argc
var arguments = CommandLine.unsafeArgv
_ = LLVMFuzzerRunDriver(&count, &arguments, { fuzzOneInput($0, $1) })
