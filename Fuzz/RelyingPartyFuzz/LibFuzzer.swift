/// What libFuzzer calls for each input.
@_cdecl("LLVMFuzzerTestOneInput") public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = UnsafeBufferPointer(start: start, count: count)
  guard let first = input.first, let target = FuzzTarget(rawValue: first % UInt8(FuzzTarget.allCases.count)) else { return 0 }
  target.run(Array(input.dropFirst()))
  return 0
}
