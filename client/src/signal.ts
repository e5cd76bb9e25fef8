/** Signals: values that notify subscribers when they change. */

import { useEffect, useState } from "preact/hooks";

/** A signal that can be read and subscribed to, not set. */
export interface ReadonlySignal<T> {
  readonly value: T;
  subscribe(listener: (value: T) => void): () => void;
}

export class Signal<T> implements ReadonlySignal<T> {
  #value: T;
  readonly #listeners = new Set<(value: T) => void>();

  constructor(value: T) {
    this.#value = value;
  }

  get value(): T {
    return this.#value;
  }

  set value(value: T) {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const listener of [...this.#listeners]) listener(value);
  }

  /** Call a listener at every change; returns a function that unsubscribes it. */
  subscribe(listener: (value: T) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}

/** The value of a signal; the component is rendered again when it changes. */
export function useSignalValue<T>(signal: ReadonlySignal<T>): T {
  const [value, set] = useState(signal.value);
  useEffect(() => {
    set(() => signal.value);
    return signal.subscribe((next) => set(() => next));
  }, [signal]);
  return value;
}
