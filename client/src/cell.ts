/** A value that tells those who look at it when it changes. */

import { useEffect, useState } from "preact/hooks";

/** A value to look at, whoever changes it. */
export interface Shown<T> {
  readonly value: T;
  watch(watcher: (value: T) => void): () => void;
}

export class Cell<T> implements Shown<T> {
  #value: T;
  readonly #watchers = new Set<(value: T) => void>();

  constructor(value: T) {
    this.#value = value;
  }

  get value(): T {
    return this.#value;
  }

  set value(value: T) {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const watcher of [...this.#watchers]) watcher(value);
  }

  /** Call back at every change; returns how to stop. */
  watch(watcher: (value: T) => void): () => void {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }
}

/** The present value of a cell; what uses it is drawn again when it changes. */
export function useCell<T>(cell: Shown<T>): T {
  const [value, set] = useState(cell.value);
  useEffect(() => {
    set(() => cell.value);
    return cell.watch((next) => set(() => next));
  }, [cell]);
  return value;
}
