/** The network that recognizes the zone's characters: three layers, 8-bit weights (trained by train:mrz). */
import { zoneCharacters } from '../../domain/passport/zone.ts';
import { CELL_SIZE } from './cells.ts';

/** Index of the last unit: the character is illegible, or something covers it. */
export const SPOILT = zoneCharacters.all.length;
/** Number of units of each layer, from the pixels of a cell to the characters and {@link SPOILT}. */
export const UNITS = [CELL_SIZE, 47, 38, SPOILT + 1] as const;

export interface Layer {
  inputs: number;
  outputs: number;
  weights: Float32Array;
  biases: Float32Array;
}

export interface PackedNetwork {
  /** For each layer: one step of its weights, and one of its biases. */
  steps: readonly (readonly [weight: number, bias: number])[];
  /** Signed bytes in base64: for each layer its weights, then its biases. */
  bytes: string;
}

export const characterNetwork = {
  unpack({ steps, bytes }: PackedNetwork): Layer[] {
    const packed = Int8Array.from(atob(bytes), (character) => character.charCodeAt(0));
    let at = 0;
    return steps.map(([weightStep, biasStep], index) => {
      const [inputs, outputs] = [UNITS[index] as number, UNITS[index + 1] as number];
      const take = (count: number, step: number) => {
        at += count;
        return Float32Array.from(packed.subarray(at - count, at), (value) => value * step);
      };
      return { inputs, outputs, weights: take(inputs * outputs, weightStep), biases: take(outputs, biasStep) };
    });
  },
  /** @returns the activations of each layer, from the given cell to the logits, in the order of the characters */
  activate(layers: readonly Layer[], cell: Float32Array): Float32Array[] {
    const values = [cell];
    layers.forEach(({ inputs, outputs, weights, biases }, index) => {
      const input = values[index] as Float32Array;
      const output = Float32Array.from(biases);
      for (let unit = 0; unit < outputs; unit += 1) {
        let sum = output[unit] as number;
        const start = unit * inputs;
        for (let from = 0; from < inputs; from += 1) sum += (weights[start + from] as number) * (input[from] as number);
        output[unit] = sum < 0 && index < layers.length - 1 ? 0 : sum;
      }
      values.push(output);
    });
    return values;
  },
  softmax(logits: Float32Array): Float32Array {
    const most = Math.max(...logits);
    const powers = logits.map((value) => Math.exp(value - most));
    const sum = powers.reduce((a, b) => a + b, 0);
    return powers.map((value) => value / sum);
  },
};
