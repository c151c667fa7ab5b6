/** {@link ChangesRescue}, whose script is loaded only if the page can't be shown. */
import { Lazy, lazyModule } from '../ui/lazy.tsx';

const lazyRescue = lazyModule(() => import('./ChangesRescue.tsx'));

export function LazyChangesRescue() {
  return <Lazy module={lazyRescue}>{({ ChangesRescue }) => <ChangesRescue />}</Lazy>;
}
