/// Runs two bodies alternately and returns the medians of their rounds, in nanoseconds for each of `count` ceremonies;
/// and the median of what the second took of the first's time right before it, for the processor's speed changes.
func alternate(count: Int, rounds: Int = 151, passes: Int, _ first: (Int) -> Void, _ second: (Int) -> Void) -> (
  first: Double, second: Double, share: Double
) {
  let clock = ContinuousClock()
  func time(_ body: (Int) -> Void) -> Double {
    let start = clock.now
    for _ in 0..<passes { for index in 0..<count { body(index) } }
    let parts = (clock.now - start).components
    return (Double(parts.seconds) * 1e9 + Double(parts.attoseconds) / 1e9) / Double(passes * count)
  }
  var (firsts, seconds): ([Double], [Double]) = ([], [])
  _ = (time(first), time(second))
  for _ in 0..<rounds {
    firsts.append(time(first))
    seconds.append(time(second))
  }
  let shares = zip(firsts, seconds).map { $1 / $0 }
  return (firsts.sorted()[rounds / 2], seconds.sorted()[rounds / 2], shares.sorted()[rounds / 2])
}

/// Formats a number with the given number of decimal places, without Foundation.
func fixed(_ value: Double, _ digits: Int) -> String {
  var scale = 1
  for _ in 0..<digits { scale *= 10 }
  let number = Int((value * Double(scale)).rounded())
  let fraction = String(number % scale)
  return digits == 0
    ? "\(number)" : "\(number / scale)." + String(repeating: "0", count: digits - fraction.count) + fraction
}

func line(_ name: String, _ value: String) {
  print(name + String(repeating: " ", count: max(1, 44 - name.count)) + value)
}
