//! A small validator of `.glb` files, after the specification of glTF 2.0, and what it finds of ours.

use super::*;
use crate::table::Format;
use crate::testing::{TestFolder, run_model};

/// A file taken apart, its form checked: magic, version, lengths, kinds and alignment of chunks.
struct Glb {
    json: Value,
    bytes: Vec<u8>,
}

impl Glb {
    fn read(path: &Path) -> Glb {
        let file = std::fs::read(path).unwrap();
        let word = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().unwrap()) as usize;
        assert_eq!((&file[..4], word(4), word(8)), (&b"glTF"[..], 2, file.len()));
        let length = word(12);
        assert_eq!((&file[16..20], length % 4), (&b"JSON"[..], 0));
        let json = serde_json::from_slice(&file[20..20 + length]).unwrap();
        let rest = 20 + length;
        assert_eq!((&file[rest + 4..rest + 8], word(rest) % 4), (&b"BIN\0"[..], 0));
        assert_eq!(rest + 8 + word(rest), file.len());
        Glb { json, bytes: file[rest + 8..].to_vec() }
    }

    fn number(&self, place: &str) -> usize {
        self.json.pointer(place).and_then(Value::as_u64).unwrap_or_else(|| panic!("no {place}")) as usize
    }

    fn list(&self, key: &str) -> &[Value] {
        self.json[key].as_array().unwrap()
    }

    /// The numbers of an accessor, by element; its view must lie inside the buffer, and it inside its view.
    fn elements(&self, k: usize) -> Vec<Vec<f64>> {
        let of = |key: &str| self.number(&format!("/accessors/{k}/{key}"));
        let view = of("bufferView");
        let [at, length] = ["byteOffset", "byteLength"].map(|key| self.number(&format!("/bufferViews/{view}/{key}")));
        assert!(at % 4 == 0 && at + length <= self.number("/buffers/0/byteLength"), "view {view}");
        let width = match self.json["accessors"][k]["type"].as_str().unwrap() {
            "SCALAR" => 1,
            "VEC3" => 3,
            "VEC4" => 4,
            other => panic!("{other}"),
        };
        assert_eq!(4 * width * of("count"), length, "accessor {k}");
        let is_float = of("componentType") == 5126;
        let number = |bytes: &[u8]| {
            let bytes = bytes.try_into().unwrap();
            if is_float { f64::from(f32::from_le_bytes(bytes)) } else { f64::from(u32::from_le_bytes(bytes)) }
        };
        let numbers: Vec<f64> = self.bytes[at..at + length].chunks(4).map(number).collect();
        numbers.chunks(width).map(<[f64]>::to_vec).collect()
    }

    /// `min` and `max` must be there and true.
    fn check_bounds(&self, k: usize) {
        let elements = self.elements(k);
        for (key, pick) in [("min", f64::min as fn(f64, f64) -> f64), ("max", f64::max)] {
            let told = self.json["accessors"][k][key].as_array().unwrap();
            for (i, told) in told.iter().enumerate() {
                let found = elements.iter().map(|e| e[i]).reduce(pick).unwrap();
                assert_eq!(told.as_f64().unwrap() as f32, found as f32, "{key} of accessor {k}");
            }
        }
    }

    fn check(&self) {
        assert_eq!(self.json["asset"]["version"], "2.0");
        assert_eq!(self.number("/buffers/0/byteLength"), self.bytes.len());
        for mesh in self.list("meshes") {
            for primitive in mesh["primitives"].as_array().unwrap() {
                let at = |key: &str| primitive["attributes"][key].as_u64().unwrap() as usize;
                let (positions, normals) = (self.elements(at("POSITION")), self.elements(at("NORMAL")));
                self.check_bounds(at("POSITION"));
                assert_eq!(positions.len(), normals.len());
                let length = |v: &Vec<f64>| v.iter().map(|x| x * x).sum::<f64>();
                assert!(normals.iter().all(|n| (length(n) - 1.0).abs() < 1e-5));
                let indices = self.elements(primitive["indices"].as_u64().unwrap() as usize);
                assert!(indices.len().is_multiple_of(3) && indices.iter().all(|i| (i[0] as usize) < positions.len()));
                assert!((primitive["material"].as_u64().unwrap() as usize) < self.list("materials").len());
            }
        }
        for (k, node) in self.list("nodes").iter().enumerate() {
            assert!(node["mesh"].as_u64().is_none_or(|mesh| (mesh as usize) < self.list("meshes").len()));
            // Only the last node has children: all others.
            assert_eq!(
                node["children"].as_array().map_or(0, Vec::len),
                if k + 1 == self.list("nodes").len() { k } else { 0 }
            );
        }
        self.check_animation();
    }

    fn check_animation(&self) {
        let animation = &self.list("animations")[0];
        let samplers = animation["samplers"].as_array().unwrap();
        for channel in animation["channels"].as_array().unwrap() {
            let sampler = &samplers[channel["sampler"].as_u64().unwrap() as usize];
            let [input, output] = ["input", "output"].map(|key| sampler[key].as_u64().unwrap() as usize);
            self.check_bounds(input);
            let (times, values) = (self.elements(input), self.elements(output));
            assert!(times.windows(2).all(|pair| pair[0] < pair[1]) && times.len() == values.len());
            assert!((channel["target"]["node"].as_u64().unwrap() as usize) < self.list("nodes").len());
            if channel["target"]["path"] == "rotation" {
                let product = |a: &Vec<f64>, b: &Vec<f64>| a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>();
                assert!(values.iter().all(|q| (product(q, q) - 1.0).abs() < 1e-6));
                assert!(values.windows(2).all(|pair| product(&pair[0], &pair[1]) > 0.0), "a quaternion jumps");
            }
        }
    }
}

fn export(name: &str, test: &TestFolder) -> (Model, Trajectory, Glb) {
    let model = run_model(name, &test.path(name), Format::Csv, 0.5);
    let trajectory = Trajectory::find(&test.path(name)).unwrap();
    let path = test.path("scene.glb");
    write_gltf(&model, &trajectory, &Rows::ALL, &path).unwrap();
    (model, trajectory, Glb::read(&path))
}

#[test]
fn scenes_keep_the_specification_and_move_as_the_results_do() {
    let test = TestFolder::new("gltf");
    for name in ["four-bar", "slider-crank", "bricard", "chain16-spatial"] {
        let (model, trajectory, glb) = export(name, &test);
        glb.check();
        let names: Vec<&str> = glb.list("nodes").iter().map(|node| node["name"].as_str().unwrap()).collect();
        assert!(model.bodies.iter().zip(&names).all(|(body, name)| body.name == *name));
        // The second body's path, in single precision.
        let column = |name: &str| trajectory.columns().iter().position(|c| c == name).unwrap();
        let expected = ["x", "y"].map(|axis| column(&format!("{}.{axis}", model.bodies[1].name)));
        let expected = trajectory.read(&expected, &Rows::ALL).unwrap();
        let output = glb.number("/animations/0/samplers/2/output");
        for (k, position) in glb.elements(output).iter().enumerate() {
            assert_eq!([position[0], position[1]], [0, 1].map(|i| f64::from(expected[i][k] as f32)), "{name}, row {k}");
        }
    }
}

#[test]
fn gravity_points_down() {
    for gravity in [[0.0, -9.81, 0.0], [0.0, 0.0, -9.81], [3.0, 4.0, -5.0], [0.0, 9.81, 0.0]].map(Vec3) {
        let text = linkwork::gallery::find("bricard").unwrap();
        let model = Model { gravity, ..Model::parse(&text, "m.toml").unwrap() };
        let turned = Quat(upright(&model)).matrix() * gravity.unit().unwrap();
        assert!(turned[0].abs() < 1e-12 && (turned[1] + 1.0).abs() < 1e-12 && turned[2].abs() < 1e-12, "{turned:?}");
    }
}

#[test]
fn colours_become_linear() {
    assert_eq!(linear("#ffffff"), [1.0; 4]);
    assert!((linear("#808080")[0] - 0.2158605).abs() < 1e-6 && linear("#888") == linear("#888888"));
}
