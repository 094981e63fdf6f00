/** Measures how long the parts of a run take, in seconds, in the order in which they began. */
export function createStopwatch() {
  const parts = []
  return {
    parts,
    /** `inside` names the part that this one belongs to; its seconds are not counted a second time. */
    async time(name, work, { inside } = {}) {
      const part = { name, ...(inside === undefined ? {} : { inside }), seconds: 0 }
      parts.push(part)
      const beganMs = performance.now()
      try {
        return await work()
      } finally {
        part.seconds = (performance.now() - beganMs) / 1000
      }
    },
    add: (part) => parts.push(part),
  }
}
