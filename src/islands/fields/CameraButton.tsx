/** Opens the camera of a phone. Shown where the pointer is a finger; a computer has the file field. */
import { type ChangeEvent, useRef } from 'react';
import { Button } from '../ui/Button.tsx';

export function CameraButton({ label, onTake }: { label: string; onTake: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    event.target.value = '';
    if (file) onTake(file);
  };
  return (
    <span className="camera">
      <input type="file" accept="image/*" capture="user" hidden tabIndex={-1} onChange={take} ref={input} />
      <Button kind="link" onClick={() => input.current?.click()}>
        {label}
      </Button>
    </span>
  );
}
