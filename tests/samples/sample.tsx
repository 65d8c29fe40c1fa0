import { useState, type FC } from "react";
import { Panel } from "./panel";

interface Props {
  title: string;
  onClose?(): void;
}

/** Shows a basket. */
export const Basket: FC<Props> = ({ title, onClose }) => {
  const [open, setOpen] = useState<boolean>(true);
  const toggle = () => setOpen(!open);
  return (
    <Panel.Frame title={title}>
      <Panel onClick={toggle} />
      <List<string> items={[]} render={(item) => <Row item={item} />} />
      <button onClick={onClose} />
    </Panel.Frame>
  );
};

export class Legacy extends React.Component<Props> {
  state = { open: false };

  @bound
  render(): JSX.Element {
    return <Basket {...this.props} />;
  }
}

export default function App() {
  return <Basket title="a" />;
}
