/** Stochastic gradient descent, sample by sample (cross-entropy of a softmax). */
import { characterNetwork, type Layer, type PackedNetwork, UNITS } from '../../src/stores/passport-reader/network.ts';
import type { Random } from './photos/random.ts';
import type { TrainingSample } from './samples.ts';

/** Layers to start from (He initialisation). */
export function freshLayers(random: Random): Layer[] {
  return UNITS.slice(1).map((outputs, index) => {
    const inputs = UNITS[index] as number;
    const deviation = Math.sqrt(2 / inputs);
    return {
      inputs,
      outputs,
      weights: Float32Array.from({ length: inputs * outputs }, () => deviation * random.normal()),
      biases: new Float32Array(outputs),
    };
  });
}

/** One step towards the sample. @returns whether the network classified it correctly before */
export function learn(layers: readonly Layer[], { cell, character }: TrainingSample, rate: number): boolean {
  const values = characterNetwork.activate(layers, cell);
  const shares = characterNetwork.softmax(values.at(-1) as Float32Array);
  const isKnown = shares.indexOf(Math.max(...shares)) === character;
  // The gradient of the loss by the logits.
  let errors: Float32Array = shares.map((share, index) => share - Number(index === character));
  for (let index = layers.length - 1; index >= 0; index -= 1)
    errors = adjust(layers[index] as Layer, values[index] as Float32Array, errors, rate);
  return isKnown;
}

/** @returns the gradients by the layer's inputs, 0 for inactive units */
function adjust(
  { inputs, weights, biases }: Layer,
  input: Float32Array,
  errors: Float32Array,
  rate: number,
): Float32Array {
  const back = new Float32Array(inputs);
  for (let unit = 0; unit < errors.length; unit += 1) {
    const error = errors[unit] as number;
    if (Math.abs(error) < 1e-6) continue;
    const start = unit * inputs;
    const step = rate * error;
    for (let from = 0; from < inputs; from += 1) {
      const weight = weights[start + from] as number;
      back[from] = (back[from] as number) + weight * error;
      weights[start + from] = weight - step * (input[from] as number);
    }
    biases[unit] = (biases[unit] as number) - step;
  }
  return back.map((value, from) => ((input[from] as number) > 0 ? value : 0));
}

/** Eight bits per weight, with a step size for each layer. */
export function pack(layers: readonly Layer[]): PackedNetwork {
  const steps = layers.map(({ weights, biases }) => [stepOf(weights), stepOf(biases)] as const);
  const bytes = layers.flatMap(({ weights, biases }, index) => {
    const [weightStep, biasStep] = steps[index] as readonly [number, number];
    return [
      ...Array.from(weights, (value) => Math.round(value / weightStep)),
      ...Array.from(biases, (value) => Math.round(value / biasStep)),
    ];
  });
  return {
    steps,
    bytes: Buffer.from(Int8Array.from(bytes).buffer).toString('base64'),
  };
}

/** Rounded, so that the file has no meaningless digits. */
const stepOf = (values: Float32Array) =>
  Number(((values.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-6) / 127) * 1.001).toPrecision(6));
